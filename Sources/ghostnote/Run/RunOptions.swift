import ALSASequencer
import ArgumentParser
import MusicalTime
import Ports

/// Where the sound goes.
enum AudioChoice: Equatable, ExpressibleByArgument {
  case automatic
  case jack
  case alsa
  case silent
  case wav(String)

  init?(argument: String) {
    switch argument {
    case "auto": self = .automatic
    case "jack": self = .jack
    case "alsa": self = .alsa
    case "silent": self = .silent
    case _ where argument.hasPrefix("wav:") && argument.count > 4:
      self = .wav(String(argument.dropFirst(4)))
    default: return nil
    }
  }

  var defaultValueDescription: String { "auto" }
}

/// Which MIDI systems are used.
struct MIDIChoice: Equatable, ExpressibleByArgument {
  var usesALSA: Bool
  var usesJACK: Bool

  init?(argument: String) {
    let words = argument.split(separator: ",").map(String.init)
    guard !words.isEmpty, words.allSatisfy({ ["alsa", "jack", "none"].contains($0) }),
      !words.contains("none") || words.count == 1
    else { return nil }
    usesALSA = words.contains("alsa")
    usesJACK = words.contains("jack")
  }

  var defaultValueDescription: String { "alsa,jack" }
}

/// The channel listened to.
struct ChannelChoice: Equatable, ExpressibleByArgument {
  /// 0 to 15, or 255 for any.
  var number: UInt8

  init?(argument: String) {
    if argument == "any" {
      number = 255
    } else if let channel = UInt8(argument), (1...16).contains(channel) {
      number = channel - 1
    } else {
      return nil
    }
  }

  var defaultValueDescription: String { "10" }
}

/// Whether something is on.
enum OnOff: String, ExpressibleByArgument, CaseIterable {
  case on, off
}

/// Where command lines come from.
enum ControlChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, stdin, none
}

/// What `ghostnote run` can be told.
struct RunOptions: ParsableArguments {
  /// The ALSA client's name where none is given.
  static let standardName = "Ghostnote"

  @Argument(
    help: "A patch file or a factory patch's name; without one, an empty bar of 4/4.",
    completion: .file(extensions: ["json"]))
  var patch: String?

  @Option(help: "The ALSA client's name.")
  var name = RunOptions.standardName

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
    guard (8000...96_000).contains(rate) else {
      throw ValidationError("--rate \(rate): 8000 to 96000 frames a second are possible")
    }
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
  var clientName: String { (try? ClientName(name))?.text ?? RunOptions.standardName }

  /// The patterns of `--connect`.
  var sources: [NamePattern] { connect.map { NamePattern($0) } }
}

extension MIDIChoice {
  static let all = MIDIChoice(usesALSA: true, usesJACK: true)

  private init(usesALSA: Bool, usesJACK: Bool) {
    self.usesALSA = usesALSA
    self.usesJACK = usesJACK
  }
}

extension ChannelChoice {
  /// General MIDI's drum channel.
  static let ten = ChannelChoice(number: 9)

  private init(number: UInt8) { self.number = number }
}
