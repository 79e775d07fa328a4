import ALSASequencer
import ArgumentParser
import ClockMonitor
import Commands
import Control
import Foundation
import JACKClient
import Ports

/// `ghostnote clock …`
struct ClockSubcommands: ParsableCommand {
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
          ghostnote clock monitor                 explains how to connect a clock
          ghostnote clock monitor --port 'Volca*' now and whenever it appears
          ghostnote clock monitor --port DAW --seconds 60 --json | tail -1
        """)

    @Option(help: "Listen to sources whose \"client:port\" matches this shell-style pattern.")
    var port: String?

    @Option(help: "Stop after this number of seconds.")
    var seconds: Double?

    @Option(help: "The client's name.")
    var name = "Ghostnote clock"

    @Flag(help: "Listen on JACK, even if ALSA has a matching source.")
    var jack = false

    @Flag(help: "Print JSON, one object a line; the last one is the summary.")
    var json = false

    mutating func validate() throws {
      do throws(ClientName.Refusal) { name = try ClientName(name).text } catch {
        throw ValidationError("--name: \(error)")
      }
      if let seconds, !(seconds > 0 && seconds <= 31_536_000) {
        throw ValidationError("--seconds \(seconds): expected more than 0 and at most a year")
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

    private func openEar(_ display: ClockDisplay) throws -> any ClockEar {
      let pattern = port.map { NamePattern($0) }
      if jack || isOnlyOnJACK(pattern) {
        return JACKClockEar(name: jackName, port: pattern, display)
      }
      do {
        return try ALSAClockEar(name: name, port: pattern, display)
      } catch {
        throw CommandError("no ALSA sequencer to listen on: \(error) (or listen on JACK: --jack)")
      }
    }

    /// Whether JACK has a source that the pattern connects and ALSA has none.
    private func isOnlyOnJACK(_ pattern: NamePattern?) -> Bool {
      guard let pattern else { return false }
      let isOnALSA = (try? SequencerPorts.list())?.contains {
        $0.isSource
          && pattern.permits(
            client: $0.clientName, port: $0.portName, isReserved: $0.isReserved)
      }
      guard isOnALSA != true else { return false }
      let there = (try? JACKPorts.list()) ?? []
      return there.contains {
        $0.isMIDI && !$0.isInput
          && pattern.permits($0, for: jackName, alsaSources: nil, sendsNothing: true)
      }
    }

    /// In the style of JACK client names: lower case, no spaces.
    private var jackName: String { name.lowercased().replacing(" ", with: "-") }
  }
}
