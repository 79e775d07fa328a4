import ALSASequencer
import ArgumentParser
import Control
import Foundation
import Sequencing

/// `ghostnote clock …`
struct ClockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: "Look at a MIDI clock.", subcommands: [Monitor.self])

  /// `ghostnote clock monitor`
  struct Monitor: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Listen to a MIDI clock and show its tempo, jitter, lost ticks and position.",
      discussion: """
        Joins the ALSA sequencer as a client of its own; no daemon is needed. Ticks are
        dated by the kernel, on JACK by their frames. Bars are of 4/4.
        Exit status 1 when no clock was heard.

        EXAMPLES
          ghostnote clock monitor                 says how to connect a clock by hand
          ghostnote clock monitor --port 'Volca*' now and whenever it appears
          ghostnote clock monitor --port DAW --seconds 60 --json | tail -1
        """)

    @Option(help: "Listen to sources whose \"client:port\" matches this shell-style pattern.")
    var port: String?

    @Option(help: "End after so many seconds.")
    var seconds: Double?

    @Option(help: "The ALSA client's name.")
    var name = "Ghostnote clock"

    @Flag(help: "Print JSON, one object a line; the last one is the summary.")
    var json = false

    mutating func validate() throws {
      if let seconds, !(seconds > 0 && seconds <= 31_536_000) {
        throw ValidationError("--seconds \(seconds): more than 0, and at most a year, are possible")
      }
    }

    func run() throws {
      let display = ClockDisplay(asJSON: json)
      let ear = try openEar(display)
      let watch = ClockWatch(ear: ear, display: display)
      let summary = watch.run(for: seconds)
      ear.close()
      display.show(summary)
      if summary.ticks == 0 { throw ExitCode.failure }
    }

    private func openEar(_ display: ClockDisplay) throws -> ALSAClockEar {
      do {
        return try ALSAClockEar(name: name, port: port.map { NamePattern($0) }, display)
      } catch {
        throw CommandError("no ALSA sequencer to listen on: \(error)")
      }
    }
  }
}
