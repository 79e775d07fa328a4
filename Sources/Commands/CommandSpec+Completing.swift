extension CommandSpec {
  /// What may come after these arguments: the parameter that the next word is of, and, where it may be
  /// left out, those after it.
  public func shapes(after words: [String]) -> [ParameterShape] {
    var reader = ArgumentReader(words, path: path, usage: "")
    guard words.isEmpty || accepts(reader) else { return [] }
    var next: [ParameterShape] = []
    for probe in arguments.probes {
      let before = reader.count
      let isRead = (try? probe.read(&reader)) != nil
      // It may go on, or wants more than there is.
      guard reader.count == 0 else {
        if isRead { continue }
        return []
      }
      let goesOn = probe.shape.takesMore
      if before == 0 || !isRead || goesOn { next.append(probe.shape) }
      if before == 0 && !probe.shape.isOptional || before > 0 && !isRead { break }
    }
    return next
  }

  /// A parameter, read only to see how far words go.
  struct Probe: Sendable {
    let shape: ParameterShape
    let read: @Sendable (inout ArgumentReader) throws(CommandError) -> Void
  }
}

extension ParameterShape {
  /// Whether more of its words may follow those that it has.
  fileprivate var takesMore: Bool {
    switch kind {
    case .text(let words, let names, _): words.count + names.count > 1
    case .name: usage.hasSuffix("…")
    case .switch, .range, .choice: false
    }
  }
}
