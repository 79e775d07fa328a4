import ControlSocket
import Rhythm

/// The session as `watch state` shows it.
struct SessionPicture: Sendable {
  /// Null until a seed came.
  private(set) var tree = JSONNode.null

  /// Takes the value of a `state` event: a seed or the changes since. False for what does not fit, when a
  /// new seed is to be asked for.
  mutating func take(_ state: JSONNode) -> Bool {
    if let seed = state["seed"] {
      tree = seed
      return true
    }
    guard case .array(let changes)? = state["changes"], let next = tree.patched(by: changes)
    else { return false }
    tree = next
    return true
  }

  mutating func forget() { tree = .null }

  var isKnown: Bool { tree != .null }

  // MARK: What it shows

  var document: JSONNode? { tree["document"] }
  var transport: JSONNode? { tree["transport"] }
  var status: JSONNode? { tree["status"] }

  var isRolling: Bool { transport?["rolling"] == .bool(true) }
  var isCountingIn: Bool { transport?["countingIn"] == .bool(true) }
  /// Beats a minute.
  var tempo: Double { transport?["tempo"]?.number ?? Knob.tempo.standard }
  /// The patch's name and that of the pattern that is heard.
  var patch: String { status?["patch"]?.string ?? "" }
  var pattern: String { transport?["pattern"]?.string ?? "" }
  var isMetronomeOn: Bool { status?["recording"]?["metronome"]?.string ?? "off" != "off" }
  var isRecording: Bool { status?["recording"]?["isOn"] == .bool(true) }
  var countInBars: Int { Int(status?["recording"]?["countInBars"]?.number ?? 0) }
  /// dB.
  var level: Double { document?["kit"]?["level"]?.number ?? Knob.masterLevel.standard }

  /// A number of a drum's sound, as the patch has it.
  func sound(_ drum: Drum, _ knob: Knob) -> Double {
    document?["kit"]?["drums"]?[drum.name]?[knob.key]?.number ?? knob.standard
  }

  /// Whether the drum's lane has that mark: `mute` or `solo`.
  func lane(_ drum: Drum, is mark: String) -> Bool {
    lanes.contains { $0["voice"]?.string == drum.name && $0[mark] == .bool(true) }
  }

  /// The voice of each lane of the pattern, as a command takes it, and how loose the lane is.
  var lanesLooseness: [(voice: String, looseness: Looseness)] {
    lanes.compactMap { lane in
      guard let voice = lane["voice"]?.string else { return nil }
      let numbers = lane["loose"]?.elements.compactMap(\.number) ?? []
      guard numbers.count == 2, let velocity = Int(exactly: numbers[1]) else {
        return (voice, .none)
      }
      return (voice, Looseness(milliseconds: numbers[0], velocity: velocity) ?? .none)
    }
  }

  /// How loose the lane with that voice is.
  func looseness(ofLane voice: String) -> Looseness {
    lanesLooseness.first { $0.voice == voice }?.looseness ?? .none
  }

  private var lanes: [JSONNode] {
    guard case .array(let lanes)? = tree["pattern"]?["lanes"] else { return [] }
    return lanes
  }

  /// The share of a pair of 16ths that the first takes in the patch's groove, in percent; 50 where it has
  /// no swing of 16ths.
  var swing16: Double {
    let words = document?["groove"]?["name"]?.string?.split(separator: " ") ?? []
    guard words.first == "swing16" else { return 50 }
    return words.count > 1 ? Double(words[1].filter { $0 != "%" }) ?? 50 : 200 / 3
  }

  /// The beat that is heard at that moment of `CLOCK_MONOTONIC`; nil before there is a transport.
  func beat(at monotonic: Int64) -> Double? {
    guard let beat = transport?["beat"]?.number, let time = transport?["time"]?.number else {
      return nil
    }
    guard isRolling else { return beat }
    return beat + (Double(monotonic) - time) * tempo / 60e9
  }

  /// How many beats are heard in a number of nanoseconds.
  func beats(in nanoseconds: Int64) -> Double {
    isRolling ? Double(nanoseconds) * tempo / 60e9 : 0
  }

  /// When that beat is heard, by `CLOCK_MONOTONIC`; nil while stopped.
  func time(ofBeat wanted: Double) -> Int64? {
    guard isRolling, let beat = transport?["beat"]?.number, tempo > 0,
      let time = transport?["time"]?.number
    else { return nil }
    let nanoseconds = time + (wanted - beat) * 60e9 / tempo
    return Int64(exactly: nanoseconds.rounded())
  }
}

extension JSONNode {
  /// The value of an object's member; nil where there is none.
  subscript(key: String) -> JSONNode? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  var number: Double? {
    guard case .number(let text) = self else { return nil }
    return Double(text)
  }

  var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  var elements: [JSONNode] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }
}
