import ArgumentParser
import Clock
import Commands
import Control
import Daemon
import MusicalTime
import RemoteArguments

/// The clock options of `ghostnote run`.
struct ClockOptions: ParsableArguments {
  @Option(
    help: """
      The clock master: internal, midi, jack, link, auto, or the one port whose "client:port" matches this \
      shell-style pattern.
      """, completion: .source(or: "internal", "midi", "jack", "link", "auto"))
  var clock = ClockSource.internal

  @Option(
    help: "What to follow: tempo, transport or tempo,transport.",
    completion: .list(["tempo", "transport", "tempo,transport"]))
  var clockFollow = FollowChoice.all

  @Option(
    help: "When the clock is lost: hold its tempo, stop, or internal.",
    completion: .list(ClockSettings.LostPolicy.allValueStrings))
  var clockLost = ClockSettings.LostPolicy.hold

  @Option(
    parsing: .unconditional,
    help:
      "Delay of our sound after the followed clock, \(ClockSettings.offsetRange.words(unit: "ms"))."
  )
  var followOffsetMs = 0.0

  @Option(
    parsing: .unconditional,
    help:
      "Delay of our clock output after our sound, \(ClockSettings.offsetRange.words(unit: "ms")).")
  var clockOffsetMs = 0.0

  @Option(help: "Send clock and transport: on or off.")
  var sendClock = OnOff.on

  @Flag(help: "Send clock while stopped too.")
  var clockWhileStopped = false

  @Flag(help: "Become JACK's timebase master, unless another client is.")
  var jackTimebase = false

  mutating func validate() throws {
    let range = ClockSettings.offsetRange
    try range.check(followOffsetMs, of: "--follow-offset-ms", unit: "ms")
    try range.check(clockOffsetMs, of: "--clock-offset-ms", unit: "ms")
  }

  /// The clock settings.
  var setup: ClockSetup {
    var setup = ClockSetup()
    setup.apply(.source(clock))
    setup.apply(.followTempo(clockFollow.tempo))
    setup.apply(.followTransport(clockFollow.transport))
    setup.apply(.lost(clockLost))
    setup.apply(.offset(HostTime.Interval(offsetMilliseconds: followOffsetMs)))
    setup.apply(.send(sendClock == .on))
    setup.apply(.sendWhileStopped(clockWhileStopped))
    setup.apply(.timebase(jackTimebase))
    return setup
  }

  /// The delay of our clock output after our sound.
  var sendOffset: HostTime.Interval { HostTime.Interval(offsetMilliseconds: clockOffsetMs) }

  /// Throws if the clock needs a device that the chosen audio or MIDI systems do not include.
  func check(audio: AudioChoice, midi: MIDIChoice) throws {
    if clock == .jack, !audio.mayBeJACK {
      throw ValidationError("--clock jack needs JACK: omit --audio, or use --audio jack")
    }
    if jackTimebase, !audio.mayBeJACK {
      throw ValidationError("--jack-timebase needs JACK: omit --audio, or use --audio jack")
    }
    if setup.hearsMIDIOnly, !midi.usesALSA, !(midi.usesJACK && audio.mayBeJACK) {
      let remedy =
        midi.usesJACK
        ? ", and JACK MIDI needs JACK audio: use --midi alsa or --audio jack"
        : ": use --midi alsa or --midi jack"
      throw ValidationError("--clock \(clock.text) needs MIDI\(remedy)")
    }
  }
}

/// What to follow of the clock master.
struct FollowChoice: Equatable, ExpressibleByArgument {
  var tempo: Bool
  var transport: Bool

  /// Tempo and transport.
  static let all = FollowChoice(tempo: true, transport: true)

  private init(tempo: Bool, transport: Bool) {
    self.tempo = tempo
    self.transport = transport
  }

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard words.allSatisfy({ $0 == "tempo" || $0 == "transport" }) else { return nil }
    tempo = words.contains("tempo")
    transport = words.contains("transport")
  }

  var defaultValueDescription: String { "tempo,transport" }
}
