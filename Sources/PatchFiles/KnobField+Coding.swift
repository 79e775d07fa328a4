import Rhythm

extension PatchGroup {
  /// Sets the numbers that `fields` are, each to what is written or else to its knob's standard.
  func read<Settings>(
    _ fields: [KnobField<Settings>], into settings: inout Settings
  ) throws(PatchError) {
    for field in fields { field.set(try number(field.knob), in: &settings) }
  }
}

extension KnobField {
  /// The member of a JSON object, with its number as `text` writes it; nil where that is the standard.
  func member(of settings: Settings, _ text: (Double) -> String) -> String? {
    let written = text(value(in: settings))
    return written == text(knob.standard) ? nil : "\"\(knob.key)\": \(written)"
  }
}
