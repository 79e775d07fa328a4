import Foundation

extension SampleFolder {
  /// Recordings whose loudness differs by less, in dB, are variants of one layer.
  private static let sameLoudness = 1.5

  private typealias File = (name: SampleName, sound: SampledSound)

  /// Layers, softest first. Those that a dynamic or a marked number names keep its order, however loud
  /// they are; the others find their place by loudness.
  static func layers(
    _ files: [(name: SampleName, sound: SampledSound)]
  ) -> [[SampledSound]] {
    let named = [SampleName.Layer.Mark.word, .marked].map { mark in
      groups(files.filter { $0.name.layer?.mark == mark })
    }
    let others = files.filter { [.number, nil].contains($0.name.layer?.mark) }
    return ([layersByLoudness(others)] + named).reduce([], merged)
  }

  /// Files with a layer's number stay together where any is marked as a variant; else those that are
  /// as loud are variants of one layer.
  private static func layersByLoudness(_ files: [File]) -> [[SampledSound]] {
    if files.contains(where: { $0.name.variant != nil }) {
      return groups(files).sorted { loudness($0) < loudness($1) }
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

  /// The files of each number, by their number and then by their variant.
  private static func groups(_ files: [File]) -> [[SampledSound]] {
    // In steps: as one expression it takes the compiler seven seconds.
    let numbered: [Int: [File]] = Dictionary(grouping: files) { $0.name.layer?.number ?? 0 }
    return numbered.keys.sorted().map { (number: Int) -> [SampledSound] in
      let files: [File] = numbered[number] ?? []
      return files.sorted { ($0.name.variant ?? 0) < ($1.name.variant ?? 0) }.map(\.sound)
    }
  }

  /// Both lists as one in which each keeps its order; of two layers the softer comes first.
  private static func merged(
    _ layers: [[SampledSound]], _ others: [[SampledSound]]
  ) -> [[SampledSound]] {
    var merged: [[SampledSound]] = []
    var (first, second) = (layers[...], others[...])
    while let layer = first.first, let other = second.first {
      if loudness(other) < loudness(layer) {
        merged.append(second.removeFirst())
      } else {
        merged.append(first.removeFirst())
      }
    }
    return merged + first + second
  }

  private static func loudness(_ layer: [SampledSound]) -> Double {
    layer.reduce(0) { $0 + $1.loudness } / Double(max(layer.count, 1))
  }

  /// All layers as loud as the loudest, because players make soft strokes softer themselves; softer
  /// ones are raised by at most 24 dB.
  static func levelled(_ layers: [[SampledSound]]) -> [[SampledSound]] {
    guard let top = layers.max(by: { loudness($0) < loudness($1) }) else { return layers }
    let (loudest, highest) = (loudness(top), Double(top.map(\.peak).max() ?? 1))
    guard loudest > 0 else { return layers }
    return layers.map { layer in
      let factor = min(loudest / max(loudness(layer), 1e-9), 16)
      return layer.map { sound in
        var raised = sound
        // Never louder than the loudest layer's peak.
        let peak = highest / Double(max(sound.peak, 1e-9))
        raised.gain *= min(factor, max(peak, 1))
        return raised
      }
    }
  }
}
