import MusicalTime
import Playback
import Rhythm
import Shell

/// Commands about the kit and how its drums sound.
enum SoundRows {
  static let all: [CommandSpec] = [
    .masterLevel,
    CommandSpec(
      sound: "level", \.level, .level, "DB",
      does: "level of a drum; without a number, show it", as: "level kick -3"),
    CommandSpec(
      sound: "pan", \.pan, .pan, "PAN", does: "position of a drum from left to right",
      as: "pan ride 0.25"),
    CommandSpec(
      sound: "tuning", \.tuning, .tuning, "CENTS", does: "tuning of a drum",
      as: "tuning kick -200"),
    CommandSpec(
      sound: "decay", \.decay, .decay, "SECONDS", does: "time to fall by 60 dB; 0 as recorded",
      as: "decay crash 0.5"),
    .output,
    CommandSpec(
      editing: "choke", .drum, .either(.word("a group, or none", "GROUP"), or: "none"),
      does: "drums of one group silence each other", as: "choke crash cymbals"
    ) { (patch: inout Patch, drum: Drum, group: String?) in patch.kit[drum].chokeGroup = group }
    .touching(.music, .kit).undone(naming: 1),
    CommandSpec(
      editing: "curve", .drum, .of(VelocityCurve.self),
      does: "how hard a drum sounds for how hard it was struck",
      as: "curve snare soft", "curve snare fixed 90"
    ) { (patch: inout Patch, drum: Drum, curve: VelocityCurve) in
      patch.kit[drum].velocityCurve = curve
    }
    .touching(.music).undone(naming: 1),
    CommandSpec(
      editing: "sound", .drum, .either(.of(DrumSource.self), or: "kit"),
      does: "give a drum a sound of another SoundFont; `kit` is the kit's own",
      as: "sound snare FluidR3_GM:128:0:40", "sound snare kit"
    ) { (patch: inout Patch, drum: Drum, source: DrumSource?) in patch.kit[drum].source = source }
    .access(.files).touching(.kit).undone(naming: 1),
    CommandSpec(
      "kit", .of(KitChoice.self),
      does:
        "play another SoundFont or drum kit; without one, show it; FONT:BANK:PROGRAM where drums are outside bank 128",
      as: "kit 8", "kit FluidR3_GM.sf2 8", "kit Black_Pearl_4_LV2:0:0"
    ) { .kit(soundFont: $0.soundFont, program: $0.program, bank: $0.bank) }
    .access(.files).touching(.kit)
    .showing(inSession: { SettingAnswer(name: "kit", word: $0.status.kit.onOneLine) }),
    CommandSpec(
      editing: "keymap", .of(KeyMap.self),
      does: "the keys that the SoundFont has the drums on; gm is General MIDI",
      as: "keymap avl", "keymap kick2=36 tom1=47", "keymap gm"
    ) { patch, map in patch.kit.keyMap = map }.access(.files).touching(.kit),
    CommandSpec(
      engine: "hit", .drum, .optional(.velocity, standard: StepNotation.hit),
      .following("at", .of(HostTime.self)), .following("after", .delay),
      does: "strike a drum; recorded as it was struck, heard at once or a constant time after",
      as: "hit crash 110", "hit snare 90 at 81234570000000 after 40"
    ) { drum, velocity, time, delay throws(CommandError) in
      guard let time else {
        guard delay == nil else {
          throw CommandError(
            "hit: `after` needs the time of the stroke: `at TIME after MS`", isUsage: true)
        }
        return .hit(drum, velocity)
      }
      return .hit(drum, velocity, GestureTime(struck: time, delay: delay))
    }.access(.play).urgent,
  ]
}

/// A SoundFont (nil keeps it) and a drum kit in it, and its bank where that is named.
private struct KitChoice {
  var soundFont: String?
  var program: UInt8
  var bank: UInt16?
}

extension KeyMap: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "gm|avl|DRUM=KEY…", "a key map", .text(words: KeyMap.named.map(\.name), names: [.drum]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let first = try words.word("a key map")
    let text = ([first] + words.rest()).joined(separator: " ")
    guard let map = KeyMap(text) else {
      throw words.error(
        "expected gm, avl, or drums with keys of \(Voice.notes.words()) as in kick2=36 tom1=47, "
          + "found \(text.asFound)"
      )
    }
    return map
  }
}

/// A moment of `CLOCK_MONOTONIC`.
extension HostTime: CommandArgument {
  private static let given = Parameter<Int>.whole(
    "a time of CLOCK_MONOTONIC in nanoseconds", "TIME", in: 0...4_000_000_000_000_000_000)

  static var parameterShape: ParameterShape { given.shape }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    HostTime(nanoseconds: Int64(try given.read(&words)))
  }
}

extension Parameter where Value == HostTime.Interval {
  fileprivate static var delay: Self {
    Parameter<Int>.whole("milliseconds", "MS", in: 0...500)
      .map { HostTime.Interval(nanoseconds: Int64($0) * 1_000_000) }
  }
}

extension KitChoice: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "[SOUNDFONT] [PROGRAM]", "a SoundFont or a program", .text(words: [], names: [.soundFont]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    // What the shell's command is called, and no SoundFont is likely to be.
    guard words.count != 1 || words.next != "list" else {
      throw words.error("`ghostnote kit list` lists the SoundFonts")
    }
    let isFont = words.count > 1 || words.next.map { !isProgram($0) } ?? false
    let soundFont = isFont ? try words.word("a SoundFont") : nil
    if let soundFont, let named = DrumSource(soundFont), let preset = named.preset {
      guard named.key == nil else {
        throw words.error("expected FONT:BANK:PROGRAM, found \(soundFont.quoted)")
      }
      return KitChoice(soundFont: named.font, program: preset.program, bank: preset.bank)
    }
    // A SoundFont by itself plays its lowest drum kit.
    guard soundFont == nil || words.count > 0 else {
      return KitChoice(soundFont: soundFont, program: 0)
    }
    return KitChoice(
      soundFont: soundFont,
      program: UInt8(try words.whole("a program", in: Knob.program.wholeRange)))
  }

  /// Whether a word by itself is a program: any other number may be a SoundFont's name.
  private static func isProgram(_ word: String) -> Bool {
    Double(word).map { Knob.program.range.contains($0) && $0 == $0.rounded() } ?? false
  }
}

extension DrumSource: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "FONT[:BANK:PROGRAM][:KEY]", "a SoundFont", .text(words: [], names: [.soundFont]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let text = try words.word("a SoundFont")
    guard let source = DrumSource(text) else {
      throw words.error(
        "expected FONT[:BANK:PROGRAM][:KEY] with bank \(Knob.bank.rangeInWords), "
          + "program \(Knob.program.rangeInWords) and key \(Voice.notes.words()), found \(text.quoted)"
      )
    }
    return source
  }
}

extension VelocityCurve: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "linear|soft|hard|fixed VELOCITY", "a curve",
      .text(words: ["linear", "soft", "hard", "fixed"], names: []))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    switch try words.word("a curve") {
    case "linear": return .linear
    case "soft": return .soft
    case "hard": return .hard
    case "fixed": return .fixed(try words.velocity())
    case let other: throw words.error("unknown curve \(other.quoted)")
    }
  }
}
