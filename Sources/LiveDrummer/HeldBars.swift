import Playback
import Rhythm

/// The bars that the engine holds, as far as it was sent them, and whether it plays them.
struct HeldBars: Sendable {
  /// A bar that was sent.
  private struct Bar {
    let number: Int
    /// The version that was sent; nil once there is to be another.
    var version: Int?
    let hits: [Hit]
  }

  /// Whether the engine plays bars, or none.
  var plays = false
  /// By the engine's places.
  private var bars: [Int: Bar] = [:]

  /// Whether the engine has this version of a bar.
  func holds(_ number: Int, version: Int) -> Bool {
    guard let bar = bars[Self.place(of: number)] else { return false }
    return bar.number == number && bar.version == version
  }

  /// What the engine plays in a bar, beats from its start; nil where it was sent no such bar.
  func hits(in number: Int) -> [Hit]? {
    guard plays else { return [] }
    guard let bar = bars[Self.place(of: number)], bar.number == number else { return nil }
    return bar.hits
  }

  /// A bar was sent, which takes the place of any that was there.
  mutating func put(_ number: Int, version: Int, hits: [Hit]) {
    bars[Self.place(of: number)] = Bar(number: number, version: version, hits: hits)
  }

  /// Some bars are to be sent again; until then the engine plays what it has.
  mutating func outdate(where isOutdated: (Int) -> Bool) {
    for (place, bar) in bars where isOutdated(bar.number) { bars[place]?.version = nil }
  }

  /// The engine forgets every bar that is in neither range.
  mutating func keepOnly(_ kept: BarRange, and home: BarRange) {
    bars = bars.filter { _, bar in
      kept.contains(Int64(bar.number)) || home.contains(Int64(bar.number))
    }
  }

  private static func place(of number: Int) -> Int { CompiledBar.place(of: Int64(number)) }
}
