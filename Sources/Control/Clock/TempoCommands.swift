import Clock
import Commands
import MusicalTime
import Playback
import Rhythm

/// Tempi that were asked for while another program's beat led.
struct AskedTempo: Sendable, Hashable {
  /// How many were.
  var count = 0
  /// The last one.
  var last: Tempo?
}

/// Sets the patch's tempo, typed or tapped.
struct TempoCommands: Sendable {
  /// What the table calls a change by `tempo` and `tap`.
  static let undoName = "tempo"

  private var taps = TapTempo()
  private(set) var asked = AskedTempo()

  mutating func perform(
    _ change: TempoCommand, as command: Command, in played: inout PlayedDocument
  ) throws(CommandError) -> Reply {
    switch change {
    case .set(let tempo): try set(tempo, as: command, in: &played)
    case .tap: try tap(as: command, in: &played)
    }
  }

  /// Sets the patch's own tempo, and says so where another's is heard.
  private mutating func set(
    _ tempo: Tempo, as command: Command, in played: inout PlayedDocument
  ) throws(CommandError) -> Reply {
    let now = played.engine.status()
    // JACK transport without a timebase master goes at our tempo.
    let isOurs = now.leader == .jack && now.tempo == played.patch.tempo
    let isSame = tempo == played.patch.tempo
    try played.edit(command.undoName, group: command.group) { $0.tempo = tempo }
    // Another may be heard than the patch's: one of the song's, or that of a clock that was lost.
    if isSame { try played.engine.ask(.tempo(tempo)) }
    let followsTempo = played.engine.clock.settings.followsTempo
    guard followsTempo, now.leader != .internal, !isOurs else { return .done }
    // A MIDI clock that was lost gives no tempo.
    if case .midi = now.leader, case .lost = now.clockHealth.presence { return .done }
    if ask(for: tempo, now) {
      return .remark(.tempoAsked(leader: ClockStatus.Leader.link.rawValue, bpm: tempo.bpm))
    }
    return .remark(
      .tempoKept(leader: ClockStatus.Leader(now.leader).rawValue, bpm: tempo.bpm))
  }

  /// Asks for the patch's tempo where changes by `tempo` or `tap`, which had asked for one, were undone or redone
  /// from `before`; another patch that is loaded has not asked.
  mutating func follow(from before: Tempo, in played: PlayedDocument) {
    guard played.patch.tempo != before, played.engine.clock.settings.followsTempo else { return }
    _ = ask(for: played.patch.tempo, played.engine.status())
  }

  /// Asks another program for `tempo` where its beat leads; false where none does that is still there.
  private mutating func ask(for tempo: Tempo, _ now: EngineStatus) -> Bool {
    guard now.leader == .link, case .locked = now.clockHealth.presence else { return false }
    asked = AskedTempo(count: asked.count + 1, last: tempo)
    return true
  }

  /// Takes a tap in; from the second on their tempo is the patch's.
  private mutating func tap(
    as command: Command, in played: inout PlayedDocument
  ) throws(CommandError) -> Reply {
    guard let tempo = taps.tap(at: played.moment()) else {
      return .remark(.hint(text: "tap again"))
    }
    let reply = try set(tempo, as: command, in: &played)
    guard reply == .done else { return reply }
    return .remark(.setting(name: "tempo", value: tempo.bpm, unit: ""))
  }
}
