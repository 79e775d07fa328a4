public import MIDI
import MusicalTime
public import Playback
import Ports
public import Rhythm

extension Rehearsal {
  /// The frames of all hits of `drum`.
  public func strokes(of drum: Drum) -> [Int64] {
    sounds.filter { $0.event.kind == .hit && $0.event.drum == drum }.map(\.frame.index)
  }

  /// The sounds of one kind, with their frames.
  public func sounds(_ kind: SoundEvent.Kind) -> [Dated<SoundEvent>] {
    sounds.filter { $0.event.kind == kind }
  }

  /// The frames at which messages with `status` were sent on the clock port.
  public func clock(_ message: ShortMessage) -> [Int64] {
    messages.filter { $0.event.port == .clock && $0.event.message.status == message.status }
      .map(\.frame.index)
  }

  /// All messages sent on the notes port, with their frames.
  public var notes: [Dated<ShortMessage>] {
    messages.filter { $0.event.port == .notes }.map { Dated($0.event.message, on: $0.frame) }
  }
}

/// Tracks a stream of notes: every note-on must have one note-off.
public struct NoteBalance: Sendable {
  /// Note-ons minus note-offs, by note.
  public private(set) var open: [UInt8: Int] = [:]
  /// Note-offs without a note-on.
  public private(set) var strayCount = 0

  /// No notes.
  public init() {}

  /// Processes one message.
  public mutating func read(_ message: ShortMessage) {
    let isOn = message.kind == 0x90 && message.data2 > 0
    guard isOn || message.kind == 0x80 || message.kind == 0x90 else { return }
    let count = open[message.data1, default: 0] + (isOn ? 1 : -1)
    if count < 0 { strayCount += 1 }
    open[message.data1] = max(count, 0)
  }

  /// The notes without a note-off.
  public var stuck: [UInt8] { open.filter { $0.value > 0 }.keys.sorted() }
}
