import ALSASequencer
import ArgumentParser
import Control
import Daemon
import FluidSynthesizer
import MusicalTime
import Sequencing

/// What `ghostnote run` can be told.
struct RunOptions: ParsableArguments {
  @Argument(
    help: "A patch file or a factory patch's name; without one, an empty bar of 4/4.",
    completion: .file(extensions: ["json"]))
  var patch: String?

  @Option(help: "The name of the ALSA client and of the control socket.")
  var name = DaemonOptions.standardName

  @Option(help: "MIDI systems: alsa, jack, alsa,jack or none.")
  var midi = MIDIChoice.all

  @Option(help: "Where the sound goes: auto, jack, alsa, silent or wav:PATH.")
  var audio = AudioChoice.automatic

  @Option(help: "The ALSA sound device.")
  var alsaDevice = "default"

  @Option(help: "Frames a second, where there is a choice.")
  var rate = 48_000

  @Option(help: "Frames a period, where there is a choice.")
  var period = 128

  @Option(
    help: "Connect sources whose \"client:port\" matches this shell-style pattern. Repeatable.")
  var connect: [String] = []

  @Option(help: "The channel listened to: 1 to 16, or any.")
  var channel = ChannelChoice.ten

  @Option(help: "Whether live notes leave by out too.")
  var thru = OnOff.on

  @OptionGroup(title: "Clock") var clock: ClockOptions

  @OptionGroup(title: "Drummer") var drummer: DrummerOptions

  @Flag(help: "A pair of JACK outputs for each drum.")
  var separateOuts = false

  @Flag(name: .customLong("no-autoconnect"), help: "Leave JACK's outputs unconnected.")
  var noAutoconnect = false

  @Option(name: .customLong("soundfont"), help: "The SoundFont to play.")
  var soundFont: String?

  @Option(help: "Command lines from stdin, or none; auto takes them from a terminal.")
  var control = ControlChoice.auto

  @Flag(help: "Begin to play at once.")
  var play = false

  @Flag(help: "Play what an earlier session edited and did not save, if anything.")
  var recover = false

  @Option(help: "Beats a minute, instead of the patch's.")
  var bpm: Double?

  @Option(help: "End after this many bars.")
  var bars: Int?

  @Flag(help: "Draw the pattern with a moving playhead.")
  var grid = false

  @Flag(name: .shortAndLong, help: "Say more.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Say only what goes wrong.")
  var quiet = false

  @Flag(help: "Log as JSON, one object a line.")
  var logJson = false

  mutating func validate() throws {
    try Kit.check(rate: rate)
    guard (16...4096).contains(period) else {
      throw ValidationError("--period \(period): 16 to 4096 frames are possible")
    }
    if let bpm, Tempo(bpm: bpm) == nil {
      throw ValidationError("--bpm \(bpm): tempo is 20 to 300 beats a minute")
    }
    if let bars, !(1...1_000_000).contains(bars) {
      throw ValidationError("--bars \(bars): 1 to 1000000 are possible")
    }
    if separateOuts, audio == .alsa {
      throw ValidationError("--separate-outs needs JACK: a sound card has one pair")
    }
    do throws(ClientName.Refusal) { _ = try ClientName(name) } catch {
      throw ValidationError("--name: \(error)")
    }
    try clock.check(audio: audio, midi: midi)
    guard !(verbose && quiet) else {
      throw ValidationError("--verbose and --quiet contradict each other: choose one")
    }
  }

  /// The ALSA client's name as the kernel keeps it.
  var clientName: String { (try? ClientName(name))?.text ?? DaemonOptions.standardName }

  /// The same for the daemon.
  var daemon: DaemonOptions {
    var options = DaemonOptions(drummer: drummer.choice)
    options.patch = patch
    options.name = name
    options.clientName = clientName
    options.midi = midi
    options.audio = audio
    options.alsaDevice = alsaDevice
    options.rate = rate
    options.period = period
    options.sources = connect.map { NamePattern($0) }
    options.channel = channel.number
    options.passesThru = thru == .on
    options.clock = clock.setup
    options.clockSendOffset = clock.sendOffset
    options.separateOuts = separateOuts
    options.noAutoconnect = noAutoconnect
    options.soundFont = soundFont
    options.control = control
    options.play = play
    options.recover = recover
    options.bpm = bpm
    options.bars = bars
    options.grid = grid
    return options
  }
}
