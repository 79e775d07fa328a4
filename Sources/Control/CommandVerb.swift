/// One row for each command line: what is typed, what follows, what it does.
public struct CommandVerb: Sendable, Hashable {
  /// The word that begins the line.
  public let name: String
  /// The words after the name, as `help` prints them.
  public let arguments: String
  /// What `help` prints beside it.
  public let meaning: String

  /// The whole line as it is typed.
  public var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

  /// All of them, in the order `help` lists them.
  public static let all: [CommandVerb] =
    [
      CommandVerb(name: "play", arguments: "", meaning: "begin at the top"),
      CommandVerb(name: "stop", arguments: "", meaning: "stop and keep the place"),
      CommandVerb(name: "continue", arguments: "", meaning: "take up where it stopped"),
      CommandVerb(name: "toggle", arguments: "", meaning: "play or stop"),
      CommandVerb(name: "locate", arguments: "BEAT", meaning: "move to a beat, the first is 1"),
      CommandVerb(name: "tempo", arguments: "BPM", meaning: "20 to 300 beats a minute"),
      CommandVerb(
        name: "loop", arguments: "on|off", meaning: "begin again at the end, or stop there"),
      CommandVerb(
        name: "load", arguments: "PATCH", meaning: "play a patch file or a factory patch"),
      CommandVerb(name: "reload", arguments: "", meaning: "read the patch's file again"),
      CommandVerb(name: "save", arguments: "[FILE]", meaning: "write the patch"),
      CommandVerb(
        name: "recover", arguments: "[NAME]",
        meaning: "play what an earlier session edited and did not save"),
      CommandVerb(name: "discard", arguments: "", meaning: "forget what `recover` would play"),
      CommandVerb(
        name: "step", arguments: "DRUM STEP [VELOCITY|X|x|o|.]",
        meaning: "write a step, the first is 1; 0 or . clears it"),
      CommandVerb(name: "clear", arguments: "[DRUM]", meaning: "empty a lane, or the pattern"),
      CommandVerb(name: "mute", arguments: "DRUM [on|off]", meaning: "silence a lane"),
      CommandVerb(name: "solo", arguments: "DRUM [on|off]", meaning: "hear only soloed lanes"),
      CommandVerb(
        name: "level", arguments: "[DRUM] DB",
        meaning: "level of a drum or of everything, -60 to 12"),
      CommandVerb(name: "pan", arguments: "DRUM -1…1", meaning: "left to right"),
      CommandVerb(name: "tuning", arguments: "DRUM CENTS", meaning: "-2400 to 2400"),
      CommandVerb(
        name: "decay", arguments: "DRUM SECONDS", meaning: "time to fall by 60 dB; 0 as recorded"),
      CommandVerb(name: "output", arguments: "DRUM PAIR", meaning: "1 to 26; 0 is the drum's own"),
      CommandVerb(
        name: "choke", arguments: "DRUM GROUP|none",
        meaning: "drums of one group silence each other"),
      CommandVerb(
        name: "curve", arguments: "DRUM linear|soft|hard|fixed VELOCITY",
        meaning: "how hard a drum sounds for how hard it was struck"),
      CommandVerb(
        name: "kit", arguments: "[SOUNDFONT] PROGRAM", meaning: "play another SoundFont or drum kit"
      ),
      CommandVerb(name: "hit", arguments: "DRUM [VELOCITY]", meaning: "strike a drum"),
      CommandVerb(name: "panic", arguments: "", meaning: "silence everything at once"),
      CommandVerb(
        name: "clock status", arguments: "[--json]",
        meaning: "say which clock leads, and how well it is followed"),
      CommandVerb(
        name: "clock source", arguments: "internal|midi|jack|auto|NAME",
        meaning: "who may lead; NAME is a pattern over \"client:port\""),
      CommandVerb(
        name: "clock follow", arguments: "tempo|transport on|off",
        meaning: "what is taken from the clock that leads"),
      CommandVerb(
        name: "clock offset", arguments: "MS",
        meaning: "-100 to 100: what is followed is heard so much later"),
      CommandVerb(
        name: "clock send", arguments: "[stopped|timebase] on|off",
        meaning: "send clock; while stopped too; give JACK bar, beat and tempo"),
      CommandVerb(
        name: "clock lost", arguments: "hold|stop|internal",
        meaning: "what to do when the clock that leads falls silent"),
    ] + editing + grid + recording + arranging + groove + text + drummer + [
      CommandVerb(
        name: "humanise", arguments: "STYLE|any [0…1]|off",
        meaning: "give the pattern a drummer's micro-timing and velocities"),
      CommandVerb(name: "show", arguments: "", meaning: "draw the pattern"),
      CommandVerb(name: "status", arguments: "[--json]", meaning: "say how things stand"),
      CommandVerb(name: "help", arguments: "", meaning: "list the commands"),
      CommandVerb(name: "quit", arguments: "", meaning: "end in good order"),
    ]

  private static let drummer: [CommandVerb] = [
    CommandVerb(name: "drummer", arguments: "on|off", meaning: "let the drummer join in, or rest"),
    CommandVerb(
      name: "drummer style", arguments: "STYLE|any [STYLE2 AMOUNT]",
      meaning: "how it plays, and a share of a second style, 0 to 1"),
    CommandVerb(
      name: "drummer intensity", arguments: "0…1", meaning: "the next three together; 0.5 as a rule"
    ),
    CommandVerb(name: "drummer density", arguments: "0…1", meaning: "how many hits"),
    CommandVerb(name: "drummer loudness", arguments: "0…1", meaning: "how hard"),
    CommandVerb(name: "drummer wildness", arguments: "0…1", meaning: "how unforeseen"),
    CommandVerb(
      name: "drummer fill", arguments: "[every BARS|every off]",
      meaning: "a fill from the next beat, or in the last of so many bars"),
    CommandVerb(name: "drummer drums", arguments: "DRUM…|all", meaning: "which drums may play"),
    CommandVerb(name: "drummer rest", arguments: "BARS", meaning: "rest, and come in again"),
    CommandVerb(
      name: "drummer feel", arguments: "half|normal|double", meaning: "how fast it feels the beat"),
    CommandVerb(
      name: "drummer lock", arguments: "[BARS]", meaning: "play the last bars again and again"),
    CommandVerb(name: "drummer release", arguments: "", meaning: "invent anew after lock"),
    CommandVerb(
      name: "drummer seed", arguments: "N", meaning: "the same seed plays the same music"),
    CommandVerb(
      name: "drummer answer", arguments: "BARS|off",
      meaning: "hear so many bars, then answer with as many"),
    CommandVerb(
      name: "drummer listen", arguments: "0…1", meaning: "lean to what is played beside it"),
    CommandVerb(
      name: "drummer prime", arguments: "FILE|pattern",
      meaning: "hear a MIDI file or the pattern, and go on from there"),
    CommandVerb(
      name: "drummer status", arguments: "[--json]", meaning: "say what the drummer does"),
    CommandVerb(
      name: "keep", arguments: "BARS", meaning: "make the drummer's last bars the pattern"),
  ]

  /// What `help` prints.
  public static var listing: String {
    let usages = all.map(\.usage)
    let width = usages.map(\.count).max() ?? 0
    return zip(usages, all).map { usage, verb in
      "  " + usage + String(repeating: " ", count: width - usage.count + 2) + verb.meaning
    }.joined(separator: "\n")
  }
}
