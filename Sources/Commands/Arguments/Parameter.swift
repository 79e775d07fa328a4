import MusicalTime
import Rhythm

/// One argument of a command: how it is shown, and how it is read. Its range stands here and nowhere
/// else, so that no value outside can get into a `Command`.
struct Parameter<Value: Sendable>: Sendable {
  let shape: ParameterShape
  let read: @Sendable (inout ArgumentReader) throws(CommandError) -> Value

  init(
    _ shape: ParameterShape,
    read: @escaping @Sendable (inout ArgumentReader) throws(CommandError) -> Value
  ) {
    self.shape = shape
    self.read = read
  }

  /// The same value, as something else.
  func map<Other: Sendable>(
    _ change: @escaping @Sendable (Value) throws(CommandError) -> Other
  ) -> Parameter<Other> {
    Parameter<Other>(shape) { [read] words throws(CommandError) in try change(try read(&words)) }
  }

  /// The same with another name in usages.
  func shown(_ usage: String) -> Parameter {
    var shape = shape
    shape.usage = usage
    return Parameter(shape, read: read)
  }
}

extension Parameter where Value: CommandArgument {
  /// An argument as its own type shows and reads it.
  static func of(_ type: Value.Type) -> Self {
    Self(type.parameterShape) { words throws(CommandError) in try type.read(&words) }
  }
}

// MARK: What may be left out

extension Parameter {
  /// Nil where no word is left.
  static func optional<Given: Sendable>(_ given: Parameter<Given>) -> Parameter<Given?>
  where Value == Given? {
    Parameter<Given?>(given.shape.optional) { words throws(CommandError) in
      words.count == 0 ? nil : try given.read(&words)
    }
  }

  /// `standard` where no word is left.
  static func optional(_ given: Parameter, standard: Value) -> Parameter {
    Parameter(given.shape.optional) { words throws(CommandError) in
      words.count == 0 ? standard : try given.read(&words)
    }
  }

  /// Nil unless `word` comes first, as in `[snap BEATS]`.
  static func following<Given: Sendable>(
    _ word: String, _ given: Parameter<Given>
  ) -> Parameter<Given?> where Value == Given? {
    var shape = given.shape
    shape.usage = "[\(word) \(given.shape.usage)]"
    shape.isOptional = true
    shape.kind = .text(words: [word], names: given.shape.names)
    return Parameter<Given?>(shape) { words throws(CommandError) in
      words.takes(word) ? try given.read(&words) : nil
    }
  }

  /// `word` and then a value, as in `tempo BPM`.
  static func labelled(_ word: String, _ given: Parameter) -> Parameter {
    var shape = given.shape
    shape.usage = "\(word) \(given.shape.usage)"
    shape.kind = .text(words: [word], names: given.shape.names)
    let usage = shape.usage
    return Parameter(shape) { words throws(CommandError) in
      guard words.takes(word) else { throw words.error("expected “\(usage)”") }
      return try given.read(&words)
    }
  }

  /// Nil for `word`, which the shape shows already.
  static func unless<Given: Sendable>(
    _ word: String, _ given: Parameter<Given>
  ) -> Parameter<Given?> where Value == Given? {
    Parameter<Given?>(given.shape) { words throws(CommandError) in
      words.takes(word) ? nil : try given.read(&words)
    }
  }

  /// Nil for `word`, as in `BPM|off`.
  static func either<Given: Sendable>(
    _ given: Parameter<Given>, or word: String
  ) -> Parameter<Given?> where Value == Given? {
    var shape = given.shape
    shape.usage += "|\(word)"
    shape.kind = .text(words: shape.words + [word], names: shape.names)
    return unless(word, Parameter<Given>(shape, read: given.read))
  }

  /// One at least, as many as there are words.
  static func several<Given: Sendable>(_ given: Parameter<Given>) -> Parameter<[Given]>
  where Value == [Given] {
    Parameter<[Given]>(given.shape.repeated) { words throws(CommandError) in
      var values: [Given] = []
      repeat { values.append(try given.read(&words)) } while words.count > 0
      return values
    }
  }
}

extension ParameterShape {
  fileprivate var repeated: ParameterShape {
    var shape = self
    shape.usage += "…"
    return shape
  }
}
