/// A note of a Hydrogen pattern.
struct HydrogenNote: Sendable {
  /// Ticks from the beginning of its pattern, 48 a beat.
  var position: Int
  /// 0 to 1.
  var velocity: Double
  /// −1 (early) to 1 (late), of five ticks.
  var leadLag: Double
  /// 0 to 1.
  var probability: Double
  /// Semitones above the sample's own pitch: key and pitch together.
  var pitch: Double
  /// −1 left to 1 right.
  var pan: Double
  /// The `id` of its instrument.
  var instrument: Int
  /// The type of its instrument, from 2.0 on.
  var type: String?
  /// Whether it ends a sound and begins none.
  var isNoteOff: Bool
  /// Ticks after which it ends; nil for a sound that rings.
  var length: Int?

  /// Ticks in a beat.
  static let ticksPerBeat = 48
  /// The ticks that a full lead or lag moves a note by.
  static let leadLagTicks = 5.0
}

extension HydrogenNote {
  /// Fields that a version did not have yet are as if they had no effect.
  init(_ element: XMLElement) throws(HydrogenError) {
    position = try element.whole("position", in: 0...1_000_000) ?? 0
    velocity = try element.number("velocity", in: 0...10, or: 0.8)
    leadLag = min(max(try element.number("leadlag") ?? 0, -1), 1)
    probability = min(max(try element.number("probability") ?? 1, 0), 1)
    instrument = try element.whole("instrument", in: HydrogenInstrument.ids) ?? -1
    type = element.text("type")
    isNoteOff = element.flag("note_off") ?? false
    let length = try element.whole("length", in: -1...10_000_000) ?? -1
    self.length = length < 0 ? nil : length
    let key = try element.text("key").map { text throws(HydrogenError) in
      try Self.semitones(ofKey: text, line: element["key"]?.line ?? element.line)
    }
    pitch = (key ?? 0) + min(max(try element.number("pitch") ?? 0, -120), 120)
    pan = try Self.pan(element)
  }

  /// −1 to 1 of `pan`, or of the two factors of older versions.
  static func pan(_ element: XMLElement) throws(HydrogenError) -> Double {
    if let pan = try element.number("pan") { return min(max(pan, -1), 1) }
    guard let left = try element.number("pan_L"), let right = try element.number("pan_R"),
      max(left, right) > 0
    else { return 0 }
    let (left0, right0) = (max(left, 0), max(right, 0))
    return (right0 - left0) / max(left0, right0)
  }

  /// The semitones of `C0`, `Cs-1` and so on above `C0`.
  private static func semitones(ofKey text: String, line: Int) throws(HydrogenError) -> Double {
    let names = ["C", "Cs", "D", "Ef", "E", "F", "Fs", "G", "Af", "A", "Bf", "B"]
    let name = text.prefix { $0.isLetter }
    guard let key = names.firstIndex(of: String(name)),
      let octave = Int(text.dropFirst(name.count)),
      (-10...10).contains(octave)
    else { throw .value(text, of: "key", expected: "a key such as C0", line: line) }
    return Double(octave * 12 + key)
  }
}
