public import MusicalTime
public import Rhythm
public import Sequencing

extension Machine {
  /// What `attend` found.
  public struct Attention: Sendable {
    /// What controllers asked for and could not be carried out.
    public var failures: [CommandError]
    /// Whether the song moves.
    public var isRolling: Bool
    /// The beat being heard.
    public var position: Beats
    /// What is played.
    public var pattern: Pattern
    /// Whose beat is followed.
    public var leader: ClockLeader
    /// How well it is.
    public var clock: ClockStatus
    /// Bars that the drummer had not made in time, so far.
    public var starvedBars: Int64
    /// What was lost so far.
    public var losses: Losses
    /// Whether outputs have to look out for what the engine wants to leave: it rolls, or may begin
    /// to at any moment, or sends clock while stopped.
    public var needsDevices: Bool
  }

  /// What the engine could not play or send, counted since the beginning.
  public struct Losses: Sendable, Hashable {
    /// Strokes of a block that had too many.
    public var hits: Int64
    /// Strokes of the pattern that were more than are looked ahead for.
    public var cues: Int64
    /// Messages that an output or a queue had no room for.
    public var messages: Int64

    public init(hits: Int64 = 0, cues: Int64 = 0, messages: Int64 = 0) {
      self.hits = hits
      self.cues = cues
      self.messages = messages
    }

    /// What was lost since `last`, in words; nil for nothing.
    public func line(since last: Losses) -> String? {
      let lost = [
        (hits - last.hits, "hits: too many in one block"),
        (cues - last.cues, "strokes of the pattern: too many to look ahead for"),
        (messages - last.messages, "MIDI messages: an output has no room"),
      ]
      let words = lost.filter { $0.0 > 0 }.map { "\($0) \($1)" }
      return words.isEmpty ? nil : "dropped " + words.joined(separator: "; ")
    }
  }
}
