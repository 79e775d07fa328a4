import ALSASequencer
import ArgumentParser
import Control
import Daemon
import FluidSynthesizer
import MusicalTime
import Ports
import RemoteArguments
import Rhythm

/// The options of `ghostnote run`.
struct RunOptions: ParsableArguments {
  @Argument(
    help: "A patch file or a factory patch's name; without one, an empty bar of 4/4.",
    completion: .patch)
  var patch: String?

  @Option(help: "The name of the ALSA client and of the control socket.")
  var name = DaemonOptions.standardName

  @Option(
    help: "MIDI systems: alsa, jack, alsa,jack or none.",
    completion: .list(["alsa", "jack", "alsa,jack", "none"]))
  var midi = MIDIChoice.all

  @Option(
    help: "Where the sound goes: auto, jack, alsa, silent or wav:PATH.",
    completion: .words("auto", "jack", "alsa", "silent", "wav:"))
  var audio = AudioChoice.automatic

  @Option(help: "The ALSA sound device.")
  var alsaDevice = "default"

  @Option(help: "Sample rate in Hz, where it can be chosen.")
  var rate = 48_000

  @Option(help: "Frames per period, where it can be chosen.")
  var period = 128

  @Option(
    help: "Connect sources whose \"client:port\" matches this shell-style pattern. Repeatable.",
    completion: .source())
  var connect: [String] = []

  @Option(
    help: "The MIDI input channel: \(Voice.channels.words()), or any.",
    completion: .list(Voice.channels.map(String.init) + ["any"]))
  var channel = ChannelChoice.ten

  @Option(help: "Send live notes on out too: on or off.")
  var thru = OnOff.on

  @OptionGroup(title: "Clock") var clock: ClockOptions

  @OptionGroup(title: "Drummer") var drummer: DrummerOptions

  @Flag(help: "A pair of JACK outputs for each drum.")
  var separateOuts = false

  @Flag(name: .customLong("no-autoconnect"), help: "Leave JACK's outputs unconnected.")
  var noAutoconnect = false

  @Option(name: .customLong("soundfont"), help: "The SoundFont to play.", completion: .soundFont)
  var soundFont: String?

  @Option(
    help: """
      Voices at once, \(Polyphony.range.words()). Default: what the machine can play, \
      \(Polyphony.affordableRange.words()).
      """)
  var polyphony: Int?

  @Option(help: "Command lines from stdin, or none; auto takes them from a terminal.")
  var control = ControlChoice.auto

  @Flag(help: "Start playing immediately.")
  var play = false

  @Flag(help: "Restore the unsaved edits of an earlier session.")
  var recover = false

  @Option(help: "Beats per minute, instead of the patch's.")
  var bpm: Double?

  @Option(help: "Stop after this number of bars.")
  var bars: Int?

  @Flag(help: "Draw the pattern with a moving playhead.")
  var grid = false

  @Flag(help: "Show the session as a page in a browser on this machine, and print its address.")
  var page = false

  @Flag(help: "With --page, let phones of the local network join, by a QR code.")
  var lan = false

  @Option(help: "With --page, take OSC by this UDP port from this machine; 0 for a free one.")
  var osc: Int?

  @Option(help: "With --osc, an address or network that may send as well, as in 192.168.1.0/24.")
  var oscAllow: [String] = []

  @Flag(name: .shortAndLong, help: "Log more.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Log only problems.")
  var quiet = false

  @Flag(help: "Log as JSON, one object per line.")
  var logJson = false

  /// What is said to the page's program besides the session, as `RemoteArguments` reads it.
  var pageWords: [String] {
    (lan ? ["--lan"] : []) + (osc.map { ["--osc", "\($0)"] } ?? [])
      + oscAllow.flatMap { ["--osc-allow", $0] }
  }

  mutating func validate() throws {
    try Kit.check(rate: rate)
    try (16...4096).check(period, of: "--period", unit: "frames")
    try Knob.tempo.check(bpm, of: "--bpm")
    try (1...1_000_000).check(bars, of: "--bars")
    if lan, !page { throw ValidationError("--lan: expected with --page") }
    if osc != nil, !page { throw ValidationError("--osc: expected with --page") }
    if !oscAllow.isEmpty, osc == nil { throw ValidationError("--osc-allow: expected with --osc") }
    try RemoteArguments.ports.check(osc, of: "--osc")
    try RemoteArguments.checkSenders(oscAllow)
    if separateOuts, audio == .alsa {
      throw ValidationError("--separate-outs needs JACK: a sound card has one pair")
    }
    do throws(ClientName.Refusal) { _ = try ClientName(name) } catch {
      throw ValidationError("--name: \(error)")
    }
    try Polyphony.range.check(polyphony, of: "--polyphony", unit: "voices")
    try clock.check(audio: audio, midi: midi)
    guard !(verbose && quiet) else {
      throw ValidationError("--verbose and --quiet cannot be combined: choose one")
    }
  }

  /// The ALSA client's name, shortened to the kernel's limit.
  var clientName: String { (try? ClientName(name))?.text ?? DaemonOptions.standardName }

  /// The daemon's options.
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
    options.polyphony = polyphony
    options.control = control
    options.play = play
    options.recover = recover
    options.bpm = bpm
    options.bars = bars
    options.grid = grid
    return options
  }
}
