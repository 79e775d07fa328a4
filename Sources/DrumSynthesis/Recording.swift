/// One stroke on a drum as stored in the file: 16-bit samples and their measurements.
struct Recording {
  let drum: KitDrum
  let index: Int
  let samples: [Int16]
  let measurement: DrumMeasurement

  init(drum: KitDrum, index: Int) {
    let sound = drum.sound(recording: index)
    self.drum = drum
    self.index = index
    samples = Self.quantised(sound.samples)
    measurement = DrumMeasurement(
      note: drum.key, name: drum.name, recording: index + 1, isStereo: drum.width > 0,
      seconds: sound.seconds,
      peakDBFS: ExactMath.decibels(amplitude: sound.peak),
      loudnessLUFS: Loudness.momentary(of: sound) + (drum.width > 0 ? 3 : 0))
  }

  private static func quantised(_ samples: [Double]) -> [Int16] {
    var result = [Int16](repeating: 0, count: samples.count)
    for n in 0..<samples.count { result[n] = Int16((samples[n] * 32_767).rounded()) }
    return result
  }

  /// The sample's name in the file, within the format's 19 letters.
  var name: String {
    drum.recordings == 1 ? drum.name : "\(drum.name.prefix(17)) \(index + 1)"
  }
}
