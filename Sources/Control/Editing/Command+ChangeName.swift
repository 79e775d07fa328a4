import Rhythm

extension Command {
  /// What undo calls it: what is typed, without the value.
  var changeName: String {
    switch self {
    case .tempo: "tempo"
    case .loop: "loop"
    case .step(let voice, let step, _): "step \(voice) \(step + 1)"
    case .mute(let voice, _): "mute \(voice)"
    case .solo(let voice, _): "solo \(voice)"
    case .clear(let voice): voice.map { "clear \($0)" } ?? "clear"
    case .level: "level"
    case .sound(let drum, let change): "\(change.name) \(drum.name)"
    case .kit: "kit"
    default: "edit"
    }
  }

  /// Whether a fader may send many of them in a row.
  var isStream: Bool {
    switch self {
    case .tempo, .level: true
    case .sound(_, let change): change.isStream
    default: false
    }
  }
}

extension SoundChange {
  fileprivate var name: String {
    switch self {
    case .level: "level"
    case .pan: "pan"
    case .tuning: "tuning"
    case .decay: "decay"
    case .output: "output"
    case .choke: "choke"
    case .velocityCurve: "curve"
    }
  }

  fileprivate var isStream: Bool {
    switch self {
    case .level, .pan, .tuning, .decay: true
    case .output, .choke, .velocityCurve: false
    }
  }
}

extension DrummerCommand {
  /// What undo calls it.
  var changeName: String {
    switch self {
    case .plays(let plays): "drummer \(plays ? "on" : "off")"
    case .style: "drummer style"
    case .intensity: "drummer intensity"
    case .density: "drummer density"
    case .loudness: "drummer loudness"
    case .wildness: "drummer wildness"
    case .fillEvery: "drummer fill"
    case .drums: "drummer drums"
    case .feel: "drummer feel"
    case .seed: "drummer seed"
    case .answer: "drummer answer"
    case .listen: "drummer listen"
    case .status, .fill, .rest, .lock, .release, .prime: "drummer"
    }
  }

  /// Whether a fader may send many of them in a row.
  var isStream: Bool {
    switch self {
    case .intensity, .density, .loudness, .wildness, .listen: true
    default: false
    }
  }
}
