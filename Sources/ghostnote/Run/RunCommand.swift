import ArgumentParser
import Daemon
import Logging
import Shell

/// `ghostnote run`: the daemon.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Play: pads, sequencer and clock, until it is stopped.",
    discussion: """
      EXAMPLES
        ghostnote run                            pads on an empty bar
        ghostnote run rock --play --grid         a factory patch, drawn as it plays
        ghostnote run --drummer funk --bpm 96 --play
        ghostnote run --connect 'TD-17*'         connect a pad module whenever it appears
        ghostnote run rock --page                see and play it in a browser
        ghostnote run --clock 'Ardour*'          follow a DAW, tick for tick
        ghostnote run --audio alsa --period 128  straight to the sound card
        printf 'tempo 96\\nplay\\n' | ghostnote run funk --control stdin

      SIGINT and SIGTERM stop cleanly, a second one at once. SIGHUP ends it where it was started \
      on a terminal, and reads the patch again where it was not. In the background (&) it plays, \
      and takes lines again after fg.

      Where NSM_URL names a session manager, the patch is its project, and it gives the name.

      Exit status 1 where a line could not be carried out and the lines or --bars ended it, or \
      where a recording could not be written whole.
      """)

  @OptionGroup var options: RunOptions

  func run() async throws {
    Signals.ignoreOthers()
    let output = DaemonOutput()
    let handler = PlainLogHandler(
      logLevel: options.quiet ? .warning : options.verbose ? .debug : .info,
      isJSON: options.logJson, errors: output.errors, watch: output.watch)
    let log = Logger(label: "ghostnote") { _ in handler }
    output.sayDropped(in: log)
    defer { output.finish() }
    var chosen = options.daemon
    let session = await ManagedSession.join(log: log)
    if let session { chosen.join(session) }
    let outcome = try await play(chosen, log, output, in: session)
    // Whom a signal has ended meanwhile does not begin again.
    if let session, session.isSwitching, !Signals.isEndAsked {
      output.finish()
      session.restart()
      throw ExitCode.failure
    }
    if outcome.isFailure { throw ExitCode.failure }
  }

  private func play(
    _ chosen: DaemonOptions, _ log: Logger, _ output: DaemonOutput, in session: ManagedSession?
  ) async throws -> SessionOutcome {
    var daemon: DaemonProcess
    do { daemon = try DaemonProcess(chosen, log: log, output: output) } catch {
      session?.refuse(error)
      throw options.drummer.reason(error)
    }
    let page = options.page ? daemon.startPage(options.pageWords) : nil
    defer { page?.stop() }
    return await daemon.run()
  }
}
