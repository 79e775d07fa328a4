import Rhythm
import Testing

/// The lists of numbers by which patches are coded and sounds are clamped.
@Suite struct KnobFieldTests {
  /// The properties by name, with what they are.
  private static func properties(_ value: Any) -> [String: String] {
    Dictionary(
      Mirror(reflecting: value).children.map { ($0.label ?? "", "\($0.value)") },
      uniquingKeysWith: { first, _ in first })
  }

  /// The property that each of `fields` sets, by the knob's key; the ends of its range and its standard
  /// come back as they were set.
  private static func named<Settings>(
    _ fields: [KnobField<Settings>], of usual: Settings
  ) -> [String: String] {
    let before = properties(usual)
    var names: [String: String] = [:]
    for field in fields {
      let (knob, range) = (field.knob, field.knob.range)
      var changed = usual
      field.set(knob.standard, in: &changed)
      #expect(properties(changed) == before, "the standard of \(knob.key) is the default")
      for value in [range.lowerBound, range.upperBound] where value != knob.standard {
        field.set(value, in: &changed)
        // Some are `Float`.
        #expect(Float(field.value(in: changed)) == Float(value), "\(knob.key)")
        let after = properties(changed)
        let others = after.filter { before[$0.key] != $0.value }.keys.sorted()
        #expect(others.count == 1, "\(knob.key) sets \(others)")
        #expect(names[knob.key] == nil || names[knob.key] == others.first)
        names[knob.key] = others.first
      }
    }
    return names
  }

  /// Every property is a number of the list, once, or one of `others`, which are coded by hand.
  private static func check<Settings>(
    _ fields: [KnobField<Settings>], of usual: Settings, besides others: Set<String>
  ) {
    let names = named(fields, of: usual)
    #expect(names.count == fields.count && Set(names.values).count == fields.count)
    #expect(others.isDisjoint(with: names.values))
    #expect(others.union(names.values) == Set(properties(usual).keys))
  }

  @Test func `every number of a drum, the effects and a drummer is in the list of its kind`() {
    Self.check(DrumSound.knobs, of: DrumSound(), besides: ["filter"])
    Self.check(KitEffects.knobs, of: KitEffects(), besides: ["delayTime"])
    Self.check(
      DrummerSettings.knobs, of: DrummerSettings(),
      besides: ["isOn", "style", "blend", "drums", "feel"])
  }

  @Test func `a number outside is clamped to the nearest end, and NaN becomes the standard`() {
    for field in DrummerSettings.knobs where !field.knob.isWhole {
      let (lowest, highest) = (field.knob.range.lowerBound, field.knob.range.upperBound)
      let asked: [Double] = [-.infinity, lowest - 1, lowest, highest, highest + 1, .infinity, .nan]
      let found = asked.map { value -> Double in
        var settings = DrummerSettings()
        field.set(value, in: &settings)
        field.clamp(in: &settings)
        return field.value(in: settings)
      }
      #expect(
        found == [lowest, lowest, lowest, highest, highest, highest, field.knob.standard],
        "\(field.knob.key)")
    }
  }
}
