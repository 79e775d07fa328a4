public import Synchronization

/// Three slots and the index of the newest: the writer never blocks, the reader never sees a torn
/// value.
@safe @usableFromInline struct LatestMemory<Value: BitwiseCopyable>: ~Copyable {
  @usableFromInline let slots: UnsafeMutablePointer<Value>
  /// The slot published last, plus 4 until the reader takes it.
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

/// A triple buffer that passes the latest value from one thread to another.
///
/// Move each half to its thread. Real-time: no; the halves are.
@frozen public struct LatestValue<Value: BitwiseCopyable>: ~Copyable {
  /// For the publishing thread.
  public var writer: LatestWriter<Value>
  /// For the reading thread.
  public var reader: LatestReader<Value>

  /// A buffer whose reader sees `value` until another is published.
  public init(_ value: Value) {
    let memory = UnsafeMutablePointer<LatestMemory<Value>>.allocate(capacity: 1)
    unsafe memory.initialize(to: LatestMemory(value))
    writer = unsafe LatestWriter(memory: SharedPointer(memory))
    reader = unsafe LatestReader(memory: SharedPointer(memory))
  }
}

/// The writing half of a triple buffer. Real-time: yes.
///
/// Sendable because it cannot be copied: its owner is the only writer.
@safe public struct LatestWriter<Value: BitwiseCopyable>: ~Copyable, Sendable {
  @usableFromInline let memory: SharedPointer<LatestMemory<Value>>
  @usableFromInline var back = 0

  init(memory: SharedPointer<LatestMemory<Value>>) { self.memory = memory }

  deinit { unsafe LatestMemory.release(memory.address) }

  /// Publishes `value`, replacing a value that was not read yet.
  @inlinable public mutating func publish(_ value: Value) {
    unsafe memory.address.pointee.slots[back] = value
    back =
      unsafe memory.address.pointee.middle.exchange(back | 4, ordering: .acquiringAndReleasing) & 3
  }
}

/// The reading half of a triple buffer. Real-time: yes.
///
/// Sendable because it cannot be copied: its owner is the only reader.
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
