import ALSASequencer
import CommandText
import Commands
import Control
import ControlSocket

/// Carries out urgent commands on the thread that reads them, while the main loop loads, saves or compiles.
/// Thread-safe.
struct UrgentPath: Sendable {
  let machine: Machine
  let sequencer: SequencerClient?
  let lineOwner = LineOwner()

  init(machine: Machine, sequencer: SequencerClient?) {
    (self.machine, self.sequencer) = (machine, sequencer)
  }

  /// Carries out `line`, of `client`, at once where it has urgent commands only; nil, and nothing was done, for
  /// any other line.
  func reply(to line: String, of client: ClientID? = nil) -> ControlReply? {
    guard let commands = CommandReader.urgentCommands(line) else { return nil }
    do throws(CommandError) {
      let reporter = commands.contains(where: \.reportsBeat) ? client : nil
      if let reporter { try lineOwner.check(reporter) }
      let replies = try overtake(commands)
      if let reporter { lineOwner.note(reporter) }
      return .ok(replies.socketJSON)
    } catch {
      return .failure(error.description, isUsage: error.isUsage)
    }
  }

  /// The same; `complain` is called with what could not be done. False for any other line.
  func takes(_ line: String, complain: (CommandError) -> Void) -> Bool {
    guard let commands = CommandReader.urgentCommands(line) else { return false }
    do throws(CommandError) { _ = try overtake(commands) } catch { complain(error) }
    return true
  }

  /// Whether a control is assigned to something urgent, so that `attend` is to be called often.
  var watchesControls: Bool { machine.hasUrgentControls }

  /// Carries out the urgent commands of MIDI controls; returns what could not be done. May be called while the
  /// main loop reads what controls sent, and wakes ALSA's thread only where there is something to do.
  func attend() -> [CommandError] {
    machine.attendUrgent { sequencer?.expectOutput() }
  }

  private func overtake(_ commands: [Command]) throws(CommandError) -> [Reply] {
    sequencer?.expectOutput()
    var replies: [Reply] = []
    for command in commands {
      if let reply = try machine.overtake(command) { replies.append(reply) }
    }
    return replies
  }
}
