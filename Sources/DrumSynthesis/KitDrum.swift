/// One drum of the bundled kit: its key, its place on the stage, its loudness and its recipe.
struct KitDrum {
  /// The velocities one recording answers, and the force it was struck with.
  struct Layer {
    var velocities: ClosedRange<UInt8>
    var force: Double
  }

  var key: UInt8
  var name: String
  /// From -1 (left, where the drummer's hi-hat is) to 1.
  var pan: Double
  /// Momentary loudness every layer is set to.
  var loudness: Double
  var layers: [Layer]
  /// The exclusive class: drums that share one silence each other; 0 is none.
  var chokeGroup: UInt16 = 0
  var recipe: @Sendable (Strike) -> Signal

  /// One layer's finished sound: free of DC, at the drum's loudness, faded to zero at its end.
  ///
  /// Odd keys move the air the other way: every recipe pushes first, and 26 pushes at once clip.
  func sound(layer index: Int) -> Signal {
    let strike = Strike(force: layers[index].force, drum: key, layer: index)
    let raw = recipe(strike).filtered(Filter(.high, hertz: 16))
    let faded = raw.fadedOut(over: raw.seconds * 0.3)
    let wanted = ExactMath.amplitude(decibels: loudness - Loudness.momentary(of: faded))
    let gain = min(wanted, Self.ceiling / max(faded.peak, 1e-9))
    return faded.scaled(by: key.isMultiple(of: 2) ? gain : -gain)
  }

  /// No sample rises above -1.2 dBFS.
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
