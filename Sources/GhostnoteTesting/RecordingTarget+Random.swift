import MusicalTime
public import Rhythm
public import Sequencing

extension Grid {
  /// A few random markers in up to four beats, all with an audible amplitude.
  public static func randomMarkers(using chance: inout SplitMix64) -> Grid {
    let length = Beats(units: Int64.random(in: 500_000...12_000_000, using: &chance))
    let places = Set(
      (0..<Int.random(in: 1...6, using: &chance)).map { _ in
        Int64.random(in: 0..<length.units, using: &chance)
      })
    let markers = places.sorted().map { place in
      Marker(
        Beats(units: place),
        amplitude: chance.once(in: 2) ? 1 : Double.random(in: 0.1...1, using: &chance))
    }
    return (try? Grid(length: length, markers: markers)) ?? .sixteenths
  }
}

extension GrooveUse {
  /// A random groove with slopes of at most 2.
  public static func randomGentle(using chance: inout SplitMix64) -> GrooveUse {
    let half = Int64.random(in: 200_000...3_000_000, using: &chance)
    let moved = Int64.random(in: half / 2...half * 3 / 2, using: &chance)
    let points = [Warp.Point(Beats(units: half), Beats(units: moved))]
    guard let warp = Warp(period: Beats(units: half * 2), points) else { return .straight }
    let levels = [
      Groove.Level(.zero, factor: 1),
      Groove.Level(Beats(units: half), factor: .random(in: 0.5...1, using: &chance)),
    ]
    return GrooveUse(
      Groove(name: "", warp: warp, levels: levels), timing: .random(in: 0...1, using: &chance),
      velocity: .random(in: 0...1, using: &chance))
  }
}

extension RecordingTarget {
  /// A pattern with an empty kick lane that may have its own grid, speed and rotation.
  public static func random(groove: GrooveUse, using chance: inout SplitMix64) -> RecordingTarget {
    let grid = Grid.randomMarkers(using: &chance)
    let own = chance.once(in: 2) ? Grid.randomMarkers(using: &chance) : nil
    let count = (own ?? grid).count
    var lane = Lane(Voice(.kick), steps: Array(repeating: nil, count: count), grid: own)
    // Not slower than the pattern: a slower lane's units are too coarse to represent every beat.
    let ratios: [SpeedRatio?] = [.one, SpeedRatio(3, over: 2), SpeedRatio(2.0.squareRoot())]
    lane.ratio = (ratios.randomElement(using: &chance) ?? nil) ?? .one
    lane.turn = Int.random(in: -3...3, using: &chance)
    let pattern = (try? Pattern(grid: grid, lanes: [lane])) ?? .empty
    return RecordingTarget(
      pattern, groove: groove, origin: Beats(units: Int64.random(in: 0...9, using: &chance)))
  }
}
