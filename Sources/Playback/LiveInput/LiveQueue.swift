import MIDI
import Ports

/// The live messages of one block in order of their frames. Real-time: yes.
@safe struct LiveQueue: ~Copyable {
  static var capacity: Int { @_noLocks get { 512 } }

  private let offsets: UnsafeMutablePointer<Int32>
  private let messages: UnsafeMutablePointer<ShortMessage>
  private let sources: UnsafeMutablePointer<MessageSource>
  private var first = 0
  private var count = 0

  init() {
    unsafe offsets = .allocate(capacity: Self.capacity)
    unsafe offsets.initialize(repeating: 0, count: Self.capacity)
    unsafe messages = .allocate(capacity: Self.capacity)
    unsafe messages.initialize(repeating: .stop, count: Self.capacity)
    unsafe sources = .allocate(capacity: Self.capacity)
    unsafe sources.initialize(repeating: .jack, count: Self.capacity)
  }

  deinit {
    unsafe offsets.deallocate()
    unsafe messages.deallocate()
    unsafe sources.deallocate()
  }

  var isFull: Bool { @_noLocks get { count >= Self.capacity } }

  /// Adds a message whose source does not matter.
  @_noLocks mutating func insert(_ message: ShortMessage, offset: Int32) -> Bool {
    insert(message, offset: offset, from: .jack)
  }

  /// Adds a message after all that are due by then; false when full.
  @_noLocks mutating func insert(
    _ message: ShortMessage, offset: Int32, from source: MessageSource
  ) -> Bool {
    guard count < Self.capacity else { return false }
    var place = count
    while unsafe place > first && offset < offsets[place &- 1] {
      unsafe offsets[place] = offsets[place &- 1]
      unsafe messages[place] = messages[place &- 1]
      unsafe sources[place] = sources[place &- 1]
      place &-= 1
    }
    unsafe offsets[place] = offset
    unsafe messages[place] = message
    unsafe sources[place] = source
    count &+= 1
    return true
  }

  /// Frames from the block's beginning to the earliest message left, or nil.
  @_noLocks func nextOffset() -> Int32? { first < count ? unsafe offsets[first] : nil }

  /// Who sent the earliest message left; only where `nextOffset()` is not nil.
  var nextSource: MessageSource { @_noLocks get { unsafe sources[first] } }

  /// Takes the earliest message; only where `nextOffset()` is not nil.
  @_noLocks mutating func removeFirst() -> ShortMessage {
    let message = unsafe messages[first]
    first &+= 1
    return message
  }

  @_noLocks mutating func removeAll() {
    first = 0
    count = 0
  }
}
