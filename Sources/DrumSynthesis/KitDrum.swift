/// One drum of the bundled kit: key, pan position, loudness and synthesis.
struct KitDrum {
  /// The velocities of one recording, and the force it was synthesised with.
  struct Layer {
    var velocities: ClosedRange<UInt8>
    var force: Double
  }

  var key: UInt8
  var name: String
  /// From -1 (left, where the drummer's hi-hat is) to 1.
  var pan: Double
  /// The momentary loudness to which every layer is normalised.
  var loudness: Double
  var layers: [Layer]
  /// The exclusive class: drums that share one cut each other off; 0 is none.
  var chokeGroup: UInt16 = 0
  var recipe: @Sendable (Strike) -> Signal

  /// The finished sound of one layer: without DC, at the drum's loudness, faded to zero at its end.
  ///
  /// Odd keys are inverted: all drums start with a positive half-wave, and 26 of them at once would
  /// clip.
  func sound(layer index: Int) -> Signal {
    let strike = Strike(force: layers[index].force, drum: key, layer: index)
    let raw = recipe(strike).filtered(Filter(.high, hertz: 16))
    let faded = raw.fadedOut(over: raw.seconds * 0.3)
    let wanted = ExactMath.amplitude(decibels: loudness - Loudness.momentary(of: faded))
    let gain = min(wanted, Self.ceiling / max(faded.peak, 1e-9))
    return faded.scaled(by: key.isMultiple(of: 2) ? gain : -gain)
  }

  /// No sample exceeds -1.2 dBFS.
  private static let ceiling = ExactMath.amplitude(decibels: -1.2)
}

extension [KitDrum.Layer] {
  static let one = [KitDrum.Layer(velocities: 1...127, force: 1)]
  static let two = [
    KitDrum.Layer(velocities: 1...76, force: 0.45),
    KitDrum.Layer(velocities: 77...127, force: 1),
  ]
  static let three = [
    KitDrum.Layer(velocities: 1...52, force: 0.2),
    KitDrum.Layer(velocities: 53...92, force: 0.6),
    KitDrum.Layer(velocities: 93...127, force: 1),
  ]
}
