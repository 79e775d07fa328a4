public import MIDI
public import Ports

/// The messages of `clock_in` and `midi_in` in one cycle, merged by frame; at the same frame the
/// clock comes first. Real-time: yes.
public struct JACKArrivals: BitwiseCopyable {
  /// A message, its frame, and its input.
  public typealias Arrival = (offset: Int, message: ShortMessage, source: MessageSource)

  private let cycle: JACKCycle
  private var readClocks = 0
  private var readNotes = 0
  private var clock: (offset: Int, message: ShortMessage)?
  private var note: (offset: Int, message: ShortMessage)?

  @_noLocks init(of cycle: JACKCycle) {
    self.cycle = cycle
    readClock()
    readNote()
  }

  /// The next message, or nil after the last.
  @_noLocks public mutating func next() -> Arrival? {
    if let (offset, message) = clock {
      if let note, note.offset < offset { return takeNote() }
      readClock()
      return (offset, message, .jackClock)
    }
    return takeNote()
  }

  @_noLocks private mutating func takeNote() -> Arrival? {
    guard let (offset, message) = note else { return nil }
    readNote()
    return (offset, message, .jack)
  }

  /// Advances to the next event that is a message; others are counted as dropped.
  @_noLocks private mutating func readClock() {
    clock = nil
    while readClocks < cycle.clockEventCount {
      clock = cycle.clockEvent(at: readClocks)
      readClocks &+= 1
      if case .some = clock { return }
    }
  }

  @_noLocks private mutating func readNote() {
    note = nil
    while readNotes < cycle.midiEventCount {
      note = cycle.midiEvent(at: readNotes)
      readNotes &+= 1
      if case .some = note { return }
    }
  }
}
