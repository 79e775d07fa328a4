import Foundation

extension SampleFolder {
  /// Recordings whose loudness differs by less, in dB, are variants of one layer.
  private static let sameLoudness = 1.5

  /// Layers in the order of their loudness; files with a layer's number stay together, others are
  /// variants of one layer where they are as loud.
  static func layers(
    _ files: [(name: SampleName, sound: SampledSound)]
  ) -> [[SampledSound]] {
    let isMarked = files.contains { $0.name.variant != nil }
    if isMarked {
      let layers = Dictionary(grouping: files) { $0.name.layer ?? 0 }.values
      let sorted = layers.map { layer in
        layer.sorted { ($0.name.variant ?? 0) < ($1.name.variant ?? 0) }.map(\.sound)
      }
      return sorted.sorted { loudness($0) < loudness($1) }
    }
    var layers: [[SampledSound]] = []
    for sound in files.map(\.sound).sorted(by: { $0.loudness < $1.loudness }) {
      if let first = layers.last?.first,
        20 * log10(max(sound.loudness, 1e-9) / max(first.loudness, 1e-9)) < sameLoudness
      {
        layers[layers.count - 1].append(sound)
      } else {
        layers.append([sound])
      }
    }
    return layers
  }

  private static func loudness(_ layer: [SampledSound]) -> Double {
    layer.reduce(0) { $0 + $1.loudness } / Double(max(layer.count, 1))
  }

  /// All layers as loud as the loudest, because players make soft strokes softer themselves; softer
  /// ones are raised by at most 24 dB.
  static func levelled(_ layers: [[SampledSound]]) -> [[SampledSound]] {
    guard let loudest = layers.map(loudness).max(), loudest > 0 else { return layers }
    return layers.map { layer in
      let factor = min(loudest / max(loudness(layer), 1e-9), 16)
      return layer.map { sound in
        var raised = sound
        // Never louder than the loudest layer's peak.
        let peak = Double(layers.last?.map(\.peak).max() ?? 1) / Double(max(sound.peak, 1e-9))
        raised.gain *= min(factor, max(peak, 1))
        return raised
      }
    }
  }
}
