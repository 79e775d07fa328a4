import MIDI
import MusicalTime
import Ports
import Rhythm

/// What one block asks of the synthesizer and of the block-synchronous MIDI outputs, in order of
/// their frames. Real-time: yes.
@safe struct BlockOutput: ~Copyable {
  /// Strokes taken in one block; FluidSynth logs and allocates beyond some 300 unrendered ones.
  static var hitLimit: Int { @_noLocks get { 64 } }
  static var capacity: Int { @_noLocks get { 1024 } }
  /// As many messages as can wait: all that is due is sent.
  static var messageCapacity: Int { @_noLocks get { DelayedPorts.capacity } }

  let sounds: UnsafeMutablePointer<SoundEvent>
  let messages: UnsafeMutablePointer<PortMessage>
  private(set) var soundCount = 0
  private(set) var messageCount = 0
  private(set) var hitCount = 0

  init() {
    unsafe sounds = .allocate(capacity: Self.capacity)
    unsafe sounds.initialize(
      repeating: SoundEvent(offset: 0, kind: .release), count: Self.capacity)
    unsafe messages = .allocate(capacity: Self.messageCapacity)
    unsafe messages.initialize(
      repeating: PortMessage(offset: 0, port: .notes, message: .stop), count: Self.messageCapacity)
  }

  deinit {
    unsafe sounds.deallocate()
    unsafe messages.deallocate()
  }

  @_noLocks mutating func removeAll() {
    soundCount = 0
    messageCount = 0
    hitCount = 0
  }

  /// Whether another stroke fits into this block.
  var takesHit: Bool {
    @_noLocks get { hitCount < Self.hitLimit && soundCount < Self.capacity &- 8 }
  }

  @_noLocks mutating func add(_ sound: SoundEvent) -> Bool {
    guard soundCount < Self.capacity else { return false }
    unsafe sounds[soundCount] = sound
    soundCount &+= 1
    switch sound.kind {
    case .hit, .key: hitCount &+= 1
    default: break
    }
    return true
  }

  @_noLocks mutating func add(_ message: PortMessage) -> Bool {
    guard messageCount < Self.messageCapacity else { return false }
    unsafe messages[messageCount] = message
    messageCount &+= 1
    return true
  }
}
