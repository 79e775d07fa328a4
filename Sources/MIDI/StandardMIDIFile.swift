public import MusicalTime

/// A Standard MIDI File of format 0: one track, one tempo.
public struct StandardMIDIFile: Sendable, Hashable {
  /// Ticks in a beat, 1 to 32 767; 480 divides every grid up to sixteenth quintuplets.
  public var ticksPerBeat: UInt16
  /// Written once, at the top, as whole microseconds a beat.
  public var tempo: Tempo
  /// Messages in the order of their ticks.
  public private(set) var events: [Event] = []
  /// Where the track ends.
  public var end: Beats

  /// A message at a place.
  public struct Event: Sendable, Hashable {
    /// Counted from the beginning of the track.
    public var beat: Beats
    public var message: ShortMessage
  }

  /// An empty track that lasts until `end`.
  public init(tempo: Tempo, end: Beats, ticksPerBeat: UInt16 = 480) {
    self.tempo = tempo
    self.end = end
    self.ticksPerBeat = ticksPerBeat
  }

  /// Adds a message behind all that are no later.
  public mutating func add(_ message: ShortMessage, at beat: Beats) {
    let place = events.lastIndex { $0.beat <= beat }.map { $0 + 1 } ?? 0
    events.insert(Event(beat: beat, message: message), at: place)
  }
}
