import ALSASequencer
import CommandText
import Commands
import Control
import Logging
import MusicalTime
import Shell

/// Carries out commands in the main loop.
struct CommandDoor: Sendable {
  let machine: Machine
  let sequencer: SequencerClient?
  let log: Logger

  /// The commands that a line of `origin` asks for, with the lines of files in place of `source FILE`.
  func commands(
    _ line: String, by origin: CommandOrigin
  ) async throws(CommandError) -> [Command] {
    do throws(CommandError) {
      return try CommandReader.commands(
        line, reading: SourceFile.text, exists: SourceFile.exists)
    } catch {
      if CommandReader.sentences(line).contains(where: { $0.lowercased().hasPrefix("select") }) {
        await machine.selectFailed(by: origin)
      }
      throw error
    }
  }

  /// Throws where a stop signal has come while the commands of a line are carried out, as `done` of `count`
  /// are.
  static func checkEnd(_ done: Int, of count: Int) throws(CommandError) {
    if Signals.isEndAsked { throw leftOut(done, of: count) }
  }

  /// What to say where the session ends as `done` of the `count` commands of a line are carried out.
  static func leftOut(_ done: Int, of count: Int) -> CommandError {
    CommandError(
      "asked to stop: the last \((count - done).counted("command")) of \(count) left out")
  }

  /// Carries out a command; errors say from which line of a file it is.
  func carryOut(_ command: Command) async throws(CommandError) -> Reply {
    // The reply must show the effect of earlier commands, and another place of the song changes what is asked for.
    if command.asksForStatus {
      await machine.settle()
    } else if !command.spec.isUrgent {
      await machine.settleMove()
    }
    sequencer?.expectOutput()
    do throws(CommandError) { return try await machine.perform(command) } catch {
      guard let place = command.place else { throw error }
      throw CommandError("\(place): \(error)", isUsage: error.isUsage)
    }
  }

  /// Carries out the command of that path, and logs what goes wrong.
  func perform(
    _ path: String, _ arguments: [ArgumentValue] = [], saying words: String? = nil
  ) async {
    do throws(CommandError) {
      let reply = try await machine.perform(CommandTable.command(path, arguments))
      if let words { log.info("\(words)") }
      if case .remarks = reply, let warning = reply.text { log.warning("\(warning)") }
    } catch { log.error("\(error)") }
  }
}
