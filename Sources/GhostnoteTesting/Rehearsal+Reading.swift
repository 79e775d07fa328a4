public import MIDI
import MusicalTime
public import Playback
import Ports
public import Rhythm

extension Rehearsal {
  /// The frames on which `drum` was struck.
  public func strokes(of drum: Drum) -> [Int64] {
    sounds.filter { $0.event.kind == .hit && $0.event.drum == drum }.map(\.frame.index)
  }

  /// The sounds of one kind, with their frames.
  public func sounds(_ kind: SoundEvent.Kind) -> [Dated<SoundEvent>] {
    sounds.filter { $0.event.kind == kind }
  }

  /// The frames on which messages with `status` left by the clock port.
  public func clock(_ message: ShortMessage) -> [Int64] {
    messages.filter { $0.event.port == .clock && $0.event.message.status == message.status }
      .map(\.frame.index)
  }

  /// Every message that left by the notes port, with its frame.
  public var notes: [Dated<ShortMessage>] {
    messages.filter { $0.event.port == .notes }.map { Dated($0.event.message, on: $0.frame) }
  }
}

/// Keeps count of a stream of notes: every note-on is owed one note-off.
public struct NoteLedger: Sendable {
  /// Note-ons less note-offs, by note.
  public private(set) var open: [UInt8: Int] = [:]
  /// Note-offs that no note-on was waiting for.
  public private(set) var strayCount = 0

  public init() {}

  /// Reads one message of the stream.
  public mutating func read(_ message: ShortMessage) {
    let isOn = message.kind == 0x90 && message.data2 > 0
    guard isOn || message.kind == 0x80 || message.kind == 0x90 else { return }
    let count = open[message.data1, default: 0] + (isOn ? 1 : -1)
    if count < 0 { strayCount += 1 }
    open[message.data1] = max(count, 0)
  }

  /// The notes that were never let go.
  public var stuck: [UInt8] { open.filter { $0.value > 0 }.keys.sorted() }
}
