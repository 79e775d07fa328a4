import CommandText
public import Commands
import Rhythm

extension Machine {
  /// Carries out `command`, or throws and leaves everything as it was.
  public func perform(_ command: Command) throws(CommandError) -> Reply {
    if let reply = try overtake(command) { return reply }
    defer { keepUnsaved() }
    let silence = patch.drummerSilence
    let reply = try carryOut(command)
    guard let now = patch.drummerSilence, now != silence else { return reply }
    switch reply {
    case .done: return .remark(.warning(text: now))
    case .remarks(let remarks): return .remarks(remarks + [.warning(text: now)])
    default: return reply
    }
  }

  private func carryOut(_ command: Command) throws(CommandError) -> Reply {
    switch command.action {
    case .locate(let beat): try locate(beat)
    case .tempo(let tempo): return try change(to: tempo, as: command)
    case .tap: return try tap(as: command)
    case .nudge(let distance): return try nudge(by: distance)
    case .clock(let asked): return try perform(asked)
    case .drummer(let asked): return try perform(asked, as: command)
    case .keep(let bars): return try keep(bars: bars)
    case .editing(let asked): return try perform(asked, as: command)
    case .grid(let asked): return try perform(asked, as: command)
    case .arrange(let asked): return try perform(asked, as: command)
    case .recording(let asked): return try perform(asked, as: command)
    case .humanise(let humanising): try humanise(humanising)
    case .groove(let asked): return try perform(asked)
    case .midiFile(let asked): return try perform(asked)
    case .text(let asked): return try perform(asked)
    case .load, .reload, .recover, .discard, .save, .source, .quit: return try performFile(command)
    case .status, .show, .help, .showSound, .showSetting, .assignments:
      return try answer(command.action)
    case .assign(let control, let action): try assign(control, action, as: command)
    case .learn(let action): return try learn(action)
    case .keepAssignments(let areKept): return try keepAssignments(areKept)
    case .surface(let asked): return try surfaces.perform(asked)
    case .edit(let edit):
      try self.edit(command.undoName, isStream: command.spec.isStream, edit.apply)
    case .loop, .step, .mute, .solo, .clear, .level, .sound, .kit: try edit(command)
    case .play, .continue, .stop, .toggle, .hit, .panic, .follow: break
    }
    return .done
  }

  private func performFile(_ command: Command) throws(CommandError) -> Reply {
    switch command.action {
    case .load(let name): return try load(name)
    case .reload: return try reload()
    case .recover(let name): return try recover(name)
    case .discard: return discard()
    case .save(let destination): return try save(to: destination)
    case .source(let file):
      throw CommandError("source \(file): only a line can ask for a file's lines")
    default: return .quit
    }
  }

  private func answer(_ question: Command.Action) throws(CommandError) -> Reply {
    switch question {
    case .show: return .text(drawing())
    case .help(let subject): return .text(try CommandHelp.text(subject))
    case .showSound(let drum, let property): return .setting(patch.kit.answer(drum, property))
    case .showSetting(let setting): return .setting(answer(setting))
    case .assignments: return .assignments(assignmentRows)
    default: return .status(status())
    }
  }
}
