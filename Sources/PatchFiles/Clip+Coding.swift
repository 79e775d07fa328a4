import MusicalTime
import Rhythm

extension Clip {
  /// Reads up to sixteen clips; missing ones are nil.
  static func clips(_ node: PatchNode) throws(PatchError) -> [Clip?] {
    var clips: [Clip?] = []
    for (index, value) in try node.list().enumerated() {
      let place = node.child("clip \(index + 1)", value)
      guard index < count else {
        throw place.error(.outOfRange(Clip.numbers.expected("a clip", found: index + 1)))
      }
      clips.append(value == .null ? nil : try Clip(place))
    }
    return clips + Array(repeating: nil, count: count - clips.count)
  }

  private init(_ node: PatchNode) throws(PatchError) {
    guard case .object = node.value else {
      self.init(try node.voice())
      return
    }
    let group = try node.group(["voice", "attack", "decay"])
    let envelope = Envelope(
      attack: Float(try group.number(.attack)), decay: Float(try group.number(.decay)))
    self.init(try group.required("voice").voice(), envelope: envelope ?? .natural)
  }

  /// Sixteen clips as a patch writes them, on one line.
  static func json(_ clips: [Clip?]) -> String {
    "[\(clips.map { $0?.json ?? "null" }.joined(separator: ", "))]"
  }

  private var json: String {
    guard envelope != .natural else { return "\"\(voice)\"" }
    let times = [(Knob.attack, envelope.attack), (.decay, envelope.decay)]
      .filter { $0.1 != 0 }.map { ", \"\($0.0.key)\": \(JSONWriter.number($0.1))" }
    return "{\"voice\": \"\(voice)\"\(times.joined())}"
  }
}

extension PatchNode {
  /// A voice: the name or number of a drum, a note and a channel, or the name of another percussion
  /// instrument.
  func voice() throws(PatchError) -> Voice {
    if case .string(let name) = value, name.contains("@") {
      guard let voice = Voice(name: name) else {
        let expected =
          "a note of \(Voice.notes.words()) and a channel of \(Voice.channels.words()) as in 64@3"
        throw error(.malformed(name, expected: expected))
      }
      return voice
    }
    if case .string(let name) = value, let voice = Voice(name: name), voice.drum == nil {
      return voice
    }
    return Voice(try drum())
  }
}
