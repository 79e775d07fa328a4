import ArgumentParser
import Commands
import Control
import Daemon
import MusicalTime
import Sequencing

/// What `ghostnote run` can be told of the clock.
struct ClockOptions: ParsableArguments {
  @Option(
    help: """
      Who may lead: internal, midi, jack, auto, or the one port whose "client:port" matches this \
      shell-style pattern.
      """)
  var clock = ClockSource.internal

  @Option(help: "What is taken from the clock that leads: tempo, transport or tempo,transport.")
  var clockFollow = FollowChoice.all

  @Option(help: "When the clock that leads falls silent: hold its tempo, stop, or internal.")
  var clockLost = ClockSettings.LostPolicy.hold

  @Option(
    parsing: .unconditional, help: "What is followed is heard so much later, -100 to 100.")
  var followOffsetMs = 0.0

  @Option(
    parsing: .unconditional, help: "Our clock leaves so much later than our sound, -100 to 100.")
  var clockOffsetMs = 0.0

  @Option(help: "Whether clock and transport are sent.")
  var sendClock = OnOff.on

  @Flag(help: "Send clock while stopped too.")
  var clockWhileStopped = false

  @Flag(help: "Give JACK transport bar, beat and tempo, unless somebody else does.")
  var jackTimebase = false

  mutating func validate() throws {
    for (name, value) in [
      ("--follow-offset-ms", followOffsetMs), ("--clock-offset-ms", clockOffsetMs),
    ] where !ClockSettings.offsetRange.contains(value) {
      throw ValidationError("\(name) \(value): -100 to 100 ms are possible")
    }
  }

  /// The clock as it is asked for.
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

  /// How much later than our sound our clock leaves.
  var sendOffset: HostTime.Interval { HostTime.Interval(offsetMilliseconds: clockOffsetMs) }

  /// Throws where audio or MIDI as chosen leave no device for the clock that is asked for.
  func check(audio: AudioChoice, midi: MIDIChoice) throws {
    let mayHaveJACK = audio == .automatic || audio == .jack
    if clock == .jack, !mayHaveJACK {
      throw ValidationError("--clock jack needs JACK: leave --audio out, or give --audio jack")
    }
    if jackTimebase, !mayHaveJACK {
      throw ValidationError("--jack-timebase needs JACK: leave --audio out, or give --audio jack")
    }
    if setup.hearsMIDIOnly, !midi.usesALSA, !(midi.usesJACK && mayHaveJACK) {
      throw ValidationError("--clock \(clock.text) needs MIDI: give --midi alsa")
    }
  }
}

/// What is followed.
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
