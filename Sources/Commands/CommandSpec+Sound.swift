import Rhythm

/// Numbers of the kit: set by a command, shown by it without a value, and picked up by faders.
extension CommandSpec {
  /// A number of a drum's sound, in the range and unit of `knob`.
  init(
    sound path: String, _ field: any WritableKeyPath<DrumSound, Float> & Sendable, _ knob: Knob,
    _ usage: String, does meaning: String, as examples: String...
  ) {
    let field = field as any WritableKeyPath<DrumSound, Float> & Sendable
    self = Self.sound(
      path, .knob(knob, usage), unit: knob.unit, meaning, examples,
      get: { $0[keyPath: field].asWritten }, set: { $0[keyPath: field] = $1 }
    ).stream.faded { patch, arguments in
      guard arguments.count == 1, let drum = arguments.first.flatMap(Drum.init(name:)) else {
        return nil
      }
      return patch.kit[drum].sound[keyPath: field].asWritten
    }
  }

  /// The output pair of a drum, a whole number that no fader moves.
  static var output: CommandSpec {
    sound(
      "output", Parameter<Int>.knob(.output, "PAIR", "a pair"), unit: Knob.output.unit,
      "output pair of a drum; 0 is its own", ["output kick 3"],
      get: { Double($0.output) }, set: { $0.output = UInt8($1) })
  }

  /// The level of everything.
  static var masterLevel: CommandSpec {
    let level = Parameter<Float>.knob(.masterLevel, "DB")
    return CommandSpec(
      "level", "level of everything", ["level -3"], described(.optional(level))
    ) { (words: inout ArgumentReader) throws(CommandError) -> Command.Action in
      guard words.count > 0 else {
        return .ask(
          PatchQuestion("level", []) { patch in
            SettingAnswer(
              name: "level", value: patch.kit.level.asWritten, unit: Knob.masterLevel.unit)
          })
      }
      let value = try level.read(&words)
      return .edit(PatchEdit("level", words.taken) { $0.kit.level = value })
    }
    .touching(.kit).stream.faded(from: { $0.kit.level.asWritten }).when {
      $0.count == 0 || $0.count == 1 && $0.next.flatMap(Double.init) != nil
    }
  }

  private static func sound<Value: Sendable>(
    _ path: String, _ value: Parameter<Value>, unit: String, _ meaning: String,
    _ examples: [String], get: @escaping @Sendable (DrumSound) -> Double,
    set: @escaping @Sendable (inout DrumSound, Value) -> Void
  ) -> CommandSpec {
    let drum = Parameter<Drum>.drum
    return CommandSpec(path, meaning, examples, described(drum, .optional(value))) {
      (words: inout ArgumentReader) throws(CommandError) -> Command.Action in
      let drum = try drum.read(&words)
      guard words.count > 0 else {
        return .ask(
          PatchQuestion(path, words.taken) { patch in
            SettingAnswer(
              name: "\(path) \(drum.name)", value: get(patch.kit[drum].sound), unit: unit)
          })
      }
      let value = try value.read(&words)
      return .edit(PatchEdit(path, words.taken) { set(&$0.kit[drum].sound, value) })
    }.touching(.kit).undone(naming: 1)
  }
}

extension Float {
  /// The number that its shortest text means: 0.1 and not 0.10000000149.
  var asWritten: Double { Double(description) ?? Double(self) }
}
