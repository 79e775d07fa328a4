public import Synchronization

/// The memory shared by both halves of a ring; the second half to be destroyed frees it.
@safe @usableFromInline struct RingMemory<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int
  @usableFromInline let written = Atomic<Int>(0)
  @usableFromInline let read = Atomic<Int>(0)
  let halves = Atomic<Int>(2)

  init(minimumCapacity: Int) {
    var capacity = 2
    while capacity < minimumCapacity { capacity *= 2 }
    unsafe slots = .allocate(capacity: capacity)
    // Every page is written once here, so that no real-time thread takes a page fault.
    let size = capacity * MemoryLayout<Element>.stride
    _ = unsafe UnsafeMutableRawPointer(slots).initializeMemory(
      as: UInt8.self, repeating: 0, count: size)
    mask = capacity - 1
  }

  deinit { unsafe slots.deallocate() }

  static func release(_ memory: UnsafeMutablePointer<RingMemory>) {
    guard unsafe memory.pointee.halves.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
    else { return }
    unsafe memory.deinitialize(count: 1)
    unsafe memory.deallocate()
  }
}

/// A lock-free queue for one writing and one reading thread.
///
/// Move each half to its thread. Real-time: no; the halves are.
@frozen public struct Ring<Element: BitwiseCopyable>: ~Copyable {
  /// For the pushing thread.
  public var writer: RingWriter<Element>
  /// For the popping thread.
  public var reader: RingReader<Element>

  /// An empty ring; the capacity is rounded up to a power of two.
  public init(minimumCapacity: Int) {
    let memory = UnsafeMutablePointer<RingMemory<Element>>.allocate(capacity: 1)
    unsafe memory.initialize(to: RingMemory(minimumCapacity: minimumCapacity))
    writer = unsafe RingWriter(memory: SharedPointer(memory))
    reader = unsafe RingReader(memory: SharedPointer(memory))
  }
}

/// The writing half of a ring. Real-time: yes.
///
/// Sendable because it cannot be copied, and is pushed to only where it may be changed: by one thread at a time.
@safe public struct RingWriter<Element: BitwiseCopyable>: ~Copyable, Sendable {
  @usableFromInline let memory: SharedPointer<RingMemory<Element>>

  deinit { unsafe RingMemory.release(memory.address) }

  /// The number of elements that can certainly be pushed.
  @inlinable public var room: Int {
    let written = unsafe memory.address.pointee.written.load(ordering: .relaxed)
    let read = unsafe memory.address.pointee.read.load(ordering: .acquiring)
    return unsafe memory.address.pointee.mask &+ 1 &- (written &- read)
  }

  /// Appends `element`; returns false and drops it if the ring is full.
  @inlinable @discardableResult public mutating func push(_ element: Element) -> Bool {
    let written = unsafe memory.address.pointee.written.load(ordering: .relaxed)
    let read = unsafe memory.address.pointee.read.load(ordering: .acquiring)
    guard unsafe written &- read <= memory.address.pointee.mask else { return false }
    unsafe memory.address.pointee.slots[written & memory.address.pointee.mask] = element
    unsafe memory.address.pointee.written.store(written &+ 1, ordering: .releasing)
    return true
  }
}

/// The reading half of a ring. Real-time: yes.
///
/// Sendable because it cannot be copied, and is read only where it may be changed: by one thread at a time.
@safe public struct RingReader<Element: BitwiseCopyable>: ~Copyable, Sendable {
  @usableFromInline let memory: SharedPointer<RingMemory<Element>>

  deinit { unsafe RingMemory.release(memory.address) }

  /// Removes and returns the oldest element, or nil if the ring is empty.
  @inlinable public mutating func pop() -> Element? {
    let read = unsafe memory.address.pointee.read.load(ordering: .relaxed)
    guard unsafe read != memory.address.pointee.written.load(ordering: .acquiring) else {
      return nil
    }
    let element = unsafe memory.address.pointee.slots[read & memory.address.pointee.mask]
    unsafe memory.address.pointee.read.store(read &+ 1, ordering: .releasing)
    return element
  }

  /// The oldest element, which stays in the ring; nil if it is empty.
  @inlinable public mutating func peek() -> Element? {
    let read = unsafe memory.address.pointee.read.load(ordering: .relaxed)
    guard unsafe read != memory.address.pointee.written.load(ordering: .acquiring) else {
      return nil
    }
    return unsafe memory.address.pointee.slots[read & memory.address.pointee.mask]
  }

  /// Hands over what is left, from a ring that is not read any more.
  @inlinable public consuming func drain(_ take: (Element) -> Void) {
    while let element = pop() { take(element) }
  }
}
