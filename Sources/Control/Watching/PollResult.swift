public import Clock
public import Commands
public import MusicalTime
public import Rhythm

extension Machine {
  /// What `attend` found.
  public struct PollResult: Sendable {
    /// What controllers asked for and could not be carried out.
    public var failures: [CommandError]
    /// Whether the song moves.
    public var isRolling: Bool
    /// The beat being heard.
    public var position: Beats
    /// How often the song came to its end by itself, or to a limit.
    public var endings: Int64
    /// What is played.
    public var pattern: Pattern
    /// Whose beat is followed.
    public var leader: ClockLeader
    /// How well it is.
    public var clock: ClockStatus
    /// What the engine has lost so far, or the drummer made too late.
    public var losses: [Loss: Int64]
    /// Whether outputs have to look out for what the engine wants to leave: it rolls, or may begin
    /// to at any moment, or sends clock while stopped.
    public var needsDevices: Bool
    /// What was struck, where that was asked for, in the order in which it was decided.
    public var hits: [StruckHit]
    /// What was assigned to a control that was used.
    public var learned: [AssignmentRow]
    /// Whether something is not saved.
    public var isEdited: Bool
  }
}
