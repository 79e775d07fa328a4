/// One layer of a drum as stored in the file: 16-bit samples and their measurements.
struct Recording {
  let drum: KitDrum
  let layer: Int
  let samples: [Int16]
  let measurement: DrumMeasurement

  init(drum: KitDrum, layer: Int) {
    let sound = drum.sound(layer: layer)
    self.drum = drum
    self.layer = layer
    samples = Self.quantised(sound.samples)
    measurement = DrumMeasurement(
      note: drum.key, name: drum.name, velocities: drum.layers[layer].velocities,
      seconds: sound.seconds,
      peakDBFS: ExactMath.decibels(amplitude: sound.peak),
      loudnessLUFS: Loudness.momentary(of: sound))
  }

  private static func quantised(_ samples: [Double]) -> [Int16] {
    var result = [Int16](repeating: 0, count: samples.count)
    for n in 0..<samples.count { result[n] = Int16((samples[n] * 32_767).rounded()) }
    return result
  }

  /// The sample's name in the file, within the format's 19 letters.
  var name: String {
    drum.layers.count == 1 ? drum.name : "\(drum.name.prefix(17)) \(layer + 1)"
  }

  var velocities: ClosedRange<UInt8> { drum.layers[layer].velocities }
}
