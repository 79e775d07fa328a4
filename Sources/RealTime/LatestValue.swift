public import Synchronization

/// Three slots and the index of the freshest: the writer never waits, the reader never tears.
@safe @usableFromInline struct LatestMemory<Value: BitwiseCopyable>: ~Copyable {
  @usableFromInline let slots: UnsafeMutablePointer<Value>
  /// The slot last published, plus 4 until the reader takes it.
  @usableFromInline let middle = Atomic<Int>(1)
  let halves = Atomic<Int>(2)

  init(_ value: Value) {
    unsafe slots = .allocate(capacity: 3)
    unsafe slots.initialize(repeating: value, count: 3)
  }

  deinit { unsafe slots.deallocate() }

  static func release(_ memory: UnsafeMutablePointer<LatestMemory>) {
    guard unsafe memory.pointee.halves.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
    else { return }
    unsafe memory.deinitialize(count: 1)
    unsafe memory.deallocate()
  }
}

/// A cell that holds the latest value written by one thread for one other to read.
///
/// Take the halves out and give each to its thread. Real-time: no; the halves are.
@frozen public struct LatestValue<Value: BitwiseCopyable>: ~Copyable {
  /// For the thread that publishes.
  public var writer: LatestWriter<Value>
  /// For the thread that looks.
  public var reader: LatestReader<Value>

  /// Both ends read `value` until another is published.
  public init(_ value: Value) {
    let memory = UnsafeMutablePointer<LatestMemory<Value>>.allocate(capacity: 1)
    unsafe memory.initialize(to: LatestMemory(value))
    writer = unsafe LatestWriter(memory: SharedPointer(memory))
    reader = unsafe LatestReader(memory: SharedPointer(memory))
  }
}

/// The writing half of a latest-value cell. Real-time: yes.
///
/// Sendable because it cannot be copied: whoever holds it is the only writer.
@safe public struct LatestWriter<Value: BitwiseCopyable>: ~Copyable, Sendable {
  @usableFromInline let memory: SharedPointer<LatestMemory<Value>>
  @usableFromInline var back = 0

  init(memory: SharedPointer<LatestMemory<Value>>) { self.memory = memory }

  deinit { unsafe LatestMemory.release(memory.address) }

  /// Publishes `value`; a value the reader had not taken is forgotten.
  @inlinable public mutating func publish(_ value: Value) {
    unsafe memory.address.pointee.slots[back] = value
    back =
      unsafe memory.address.pointee.middle.exchange(back | 4, ordering: .acquiringAndReleasing) & 3
  }
}

/// The reading half of a latest-value cell. Real-time: yes.
///
/// Sendable because it cannot be copied: whoever holds it is the only reader.
@safe public struct LatestReader<Value: BitwiseCopyable>: ~Copyable, Sendable {
  @usableFromInline let memory: SharedPointer<LatestMemory<Value>>
  @usableFromInline var front = 2

  init(memory: SharedPointer<LatestMemory<Value>>) { self.memory = memory }

  deinit { unsafe LatestMemory.release(memory.address) }

  /// The value published last.
  @inlinable public mutating func latest() -> Value {
    if unsafe memory.address.pointee.middle.load(ordering: .relaxed) & 4 != 0 {
      front =
        unsafe memory.address.pointee.middle.exchange(front, ordering: .acquiringAndReleasing) & 3
    }
    return unsafe memory.address.pointee.slots[front]
  }
}
