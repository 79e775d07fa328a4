import Shell

extension Spelling {
  /// The word as commands are spelled here.
  static func british(_ verb: String) -> String { verb == "humanize" ? "humanise" : verb }

  /// Says that `verb` is no command, and which one was probably meant.
  static func unknownCommand(_ verb: String) -> CommandError {
    let verbs = CommandVerb.all.map { $0.name.prefix { $0 != " " } }.map(String.init)
    let meant = others[verb] ?? nearest(to: verb, among: verbs)
    let guess = meant.map { "; did you mean “\($0)”?" } ?? ""
    return CommandError("“\(verb)” is no command\(guess): `help` lists them", isUsage: true)
  }

  /// What the same things are called elsewhere.
  private static let others = [
    "bpm": "tempo", "speed": "tempo", "swing": "groove swing8", "volume": "level", "vol": "level",
    "gain": "level", "open": "load", "write": "save", "pause": "stop", "goto": "locate",
    "patterns": "pattern list", "list": "pattern list", "click": "metronome", "pitch": "tuning",
    "groups": "group list", "clips": "clip list", "soundfont": "kit", "info": "status",
  ]
}
