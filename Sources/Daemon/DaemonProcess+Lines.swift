import ALSASequencer
import CommandText
import Commands
import Control
import Glibc
import Logging
import Shell

/// Lines of commands, from the terminal, a script and the socket.
extension DaemonProcess {
  /// Reads lines from standard input. Urgent ones that are typed are carried out at once; a script's
  /// lines are carried out in order.
  func readLines() {
    events.readLines(output) { [urgent, log, output] line in
      guard urgent.takes(line, complain: { log.error("\($0)") }) else { return false }
      output.answers.lineWasTyped()
      return true
    }
  }

  /// Says that lines in a pipe are not read, where there is one and nothing was said of it.
  func sayIfPiped() {
    var status = stat()
    guard options.control == .auto, unsafe fstat(STDIN_FILENO, &status) == 0,
      status.st_mode & S_IFMT == S_IFIFO
    else { return }
    log.info("standard input is not read: `--control stdin` carries out its lines")
  }

  /// Carries out a line as it was read; false if the daemon should end.
  mutating func obey(_ written: String) async -> Bool {
    lineCount += 1
    let wasOpen = pasting.isOpen
    guard let line = pasting.take(written) else {
      if !wasOpen { say("paste: the lines that follow, until an empty one") }
      return true
    }
    do throws(CommandError) {
      for command in try await commands(line) {
        guard answer(try await carryOut(command), to: command) else { return false }
      }
    } catch { refuse("\(error)") }
    return true
  }

  /// The commands that a line asks for, with the lines of files in place of `source FILE`.
  func commands(_ line: String) async throws(CommandError) -> [Command] {
    do throws(CommandError) {
      return try CommandReader.commands(line, reading: SourceFile.text)
    } catch {
      if CommandReader.sentences(line).contains(where: { $0.lowercased().hasPrefix("select") }) {
        await machine.selectFailed()
      }
      throw error
    }
  }

  /// Carries out a command; the reply has what the devices know.
  func carryOut(_ command: Command) async throws(CommandError) -> Reply {
    await machine.makeRoom()
    // The reply must show the effect of earlier commands.
    if command.asksForStatus { await machine.settle() }
    sequencer?.expectOutput()
    do throws(CommandError) { return completed(try await machine.perform(command)) } catch {
      if case .editing(.select) = command.action { await machine.selectFailed() }
      throw error
    }
  }

  /// The reply with what the devices know.
  private func completed(_ reply: Reply) -> Reply {
    switch reply {
    case .status(let status): .status(completed(status))
    case .clock(let clock): .clock(named(clock))
    default: reply
    }
  }

  /// The status with what the devices know.
  func completed(_ status: MachineStatus) -> MachineStatus {
    var status = status
    status.devices = devices
    status.clock = named(status.clock)
    return status
  }

  /// Says what is wrong with the line just read; of a script also which line that is.
  mutating func refuse(_ problem: String) {
    outcome.refusedLines += 1
    log.error("\(start.isOnTerminal ? "" : "line \(lineCount): ")\(problem)")
  }

  private func say(_ text: String) { output.answers.write(text + "\n") }

  /// Shows a reply; false if the daemon should end.
  private func answer(_ reply: Reply, to command: Command) -> Bool {
    if command.wantsJSON {
      say(reply.payload?.prettyJSON ?? "{}")
    } else if let text = reply.text {
      say(text)
    }
    return reply != .quit
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
