import Commands
import MIDI
import MusicalTime
import Playback
import Rhythm
import Sequencing

extension Machine {
  func perform(_ arranging: ArrangeCommand, as command: Command) throws(CommandError) -> Reply {
    switch arranging {
    case .pattern(let pattern): return try perform(pattern, as: command)
    case .song(let song): return try perform(song, as: command)
    case .program(let number):
      guard case .pattern(let programs) = patch.input.programs else { return .done }
      try select(.number(number), at: programs.moment, isTold: false)
    case .fill(let isFilling): try send(.fill(isFilling))
    case .muteGroup(let group, let asked):
      let isMuted = asked ?? !patch.mutedGroups.contains(group)
      try rearrange(command.undoName) { edited in
        if isMuted { edited.mutedGroups.insert(group) } else { edited.mutedGroups.remove(group) }
      }
    case .programs(let programs):
      try rearrange(command.undoName) { edited in edited.input.programs = programs }
    }
    return .done
  }

  /// Makes an edit that the patch's rules may refuse, as a change of that name.
  func rearrange(
    _ name: String, as entrance: SwitchRequest? = nil,
    _ edit: (inout Patch) throws(PatchRuleError) -> Void
  ) throws(CommandError) {
    var edited = patch
    do throws(PatchRuleError) { try edit(&edited) } catch {
      throw CommandError(error.description)
    }
    try change(name, to: edited, as: entrance)
  }

  /// Plays another pattern, or the song: no edit, so that undo leaves it as it is.
  func perform(_ next: Patch, as entrance: SwitchRequest) throws(CommandError) {
    try adopt(next, from: path, as: entrance)
    let name = next.pattern.name
    history.revise { document in
      document.patch.playsSong = next.playsSong
      guard let number = document.patch.number(ofPattern: name) else { return }
      try? document.patch.select(number)
    }
  }

  var arrangementStatus: ArrangementStatus {
    ArrangementStatus(
      patch, heard: heard, queue: waitingMoment.map { .init(what: coming.words, at: "\($0)") },
      engine: engine.status())
  }

  /// What was asked for last.
  private var coming: Heard { Heard(patch: patch, loopedSection: arrangement.loopedSection) }

  /// Whether the engine plays what was asked for last.
  private var isSettled: Bool {
    let now = engine.status()
    return now.messagesDone >= arrangement.message && !now.isSwitchPending
  }

  /// What the engine's place is in: until it has come to what was asked for, what it played before.
  var heard: Heard { isSettled ? coming : arrangement.before ?? coming }

  /// When the switch is that the engine has not come to yet.
  var waitingMoment: SwitchMoment? {
    arrangement.moment == .now || isSettled ? nil : arrangement.moment
  }

  /// Hands the engine a program of `next`; false when it takes no more.
  ///
  /// An edit goes along with a switch that waits; else it is heard at once, where the song is.
  func publish(_ next: Patch, as entrance: SwitchRequest?) -> Bool {
    let (heard, isSettled) = (heard, isSettled)
    let kept = arrangement.loopedSection.flatMap { patch.song.place(of: $0, in: next.song) }
    let section = entrance.map(\.section) ?? kept
    let moment = entrance?.moment ?? waitingMoment ?? .now
    let asked = isSettled ? .zero : arrangement.shift
    let whole = shift(from: heard, to: Heard(patch: next, loopedSection: section))
    let shift = moment == .now ? whole - asked : .zero
    let program = program(of: next, section: section)
    guard engine.publish(program, at: moment, shift: shift) else { return false }
    arrangement = Arrangement(
      loopedSection: section, moment: moment, message: engine.sent, before: heard,
      shift: asked + shift)
    // A pad of another map could not end the fill that it holds.
    if next.input != patch.input, engine.status().isFilling { _ = engine.send(.fill(false)) }
    return true
  }

  /// How much later the beginning of `coming` must fall, for the song to go on where it is.
  private func shift(from heard: Heard, to coming: Heard) -> Beats {
    let place = engine.status().place
    guard heard.isSong || coming.isSong else { return .zero }
    guard heard.isSong, coming.isSong else { return place.loopStart }
    let song = coming.patch.song
    var target = CompiledProgram.Position()
    // In place of a section that was taken out the one after it goes on.
    target.section =
      heard.patch.song.place(of: place.section, in: song)
      ?? min(place.section, song.sections.count - 1)
    let isAgain = (heard.loopedSection == nil) == (coming.loopedSection == nil)
    let comesRound = coming.loopedSection != nil || song.loops
    target.round = isAgain && comesRound ? place.round : 0
    return heard.sectionStart(at: place) - coming.sectionStart(at: target)
  }
}
