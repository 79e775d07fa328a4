public import Drummer
import MusicalTime
public import Rhythm

/// A fake bar generator whose bars are recognisable: their number shows in the hits, and everything
/// before in the velocities.
public struct FakeInventor: BarInventor {
  /// The number of the next bar, counted from 0.
  public private(set) var nextBar = 0
  /// A hash of everything played so far.
  public private(set) var memory: UInt64 = 0

  /// At its first bar.
  public init() {}

  /// A hit 1/16 beat early, one on each beat, and some between that depend on the bar; toms on
  /// every sixteenth of a fill.
  public mutating func play(_ direction: BarDirection) -> DrummedBar {
    let number = nextBar
    var hits: [Hit] = []
    var chance = SplitMix64(seed: memory ^ direction.settings.seed &+ UInt64(number))
    if !direction.isSilent {
      hits = Self.hits(
        of: number, style: direction.settings.style, fill: direction.fillFrom, chance: &chance)
    }
    if let drums = direction.settings.drums { hits = hits.filter { drums.contains($0.drum) } }
    remember(hits)
    return DrummedBar(number: number, hits: hits)
  }

  /// A bar that is a fill changes the hash differently from the same bar without one.
  public mutating func advance(with hits: [Hit], _ direction: BarDirection) {
    if direction.fillFrom != nil { memory = ~memory }
    remember(hits)
  }

  private mutating func remember(_ hits: [Hit]) {
    nextBar += 1
    for hit in hits {
      memory =
        (memory ^ UInt64(hit.velocity.value) ^ UInt64(hit.drum.index) << 8)
        &* 0x100_0000_01B3 &+ UInt64(bitPattern: hit.beat.units)
    }
    memory = memory &* 31 &+ 1
  }

  private static func hits(
    of number: Int, style: String, fill: Beats?, chance: inout SplitMix64
  ) -> [Hit] {
    var hits = [
      Hit(drum: .closedHat, velocity: .random(using: &chance), beat: Beats(-1, over: 16))
    ]
    for beat in 0..<Int64(4) {
      let drum: Drum = style == "jazz" ? .ride : beat % 2 == 0 ? .kick : .snare
      hits.append(Hit(drum: drum, velocity: .random(using: &chance), beat: Beats(beat)))
    }
    for step in 0..<Int64(16) where step % 4 != 0 && chance.once(in: 2) {
      let late = Beats(units: Int64.random(in: 0..<200_000, using: &chance))
      hits.append(
        Hit(
          drum: .closedHat, velocity: .random(using: &chance), beat: Beats(step, over: 4) + late))
    }
    guard let fill else { return hits.sorted() }
    let before = hits.filter { $0.beat < fill }
    let toms = (0..<Int64(16)).map { Beats($0, over: 4) }.filter { $0 >= fill }
    return (before + toms.map { Hit(drum: .tom3, velocity: .random(using: &chance), beat: $0) })
      .sorted()
  }
}

extension Velocity {
  /// A random velocity.
  public static func random(using chance: inout SplitMix64) -> Velocity {
    Velocity(clamping: Int.random(in: 1...127, using: &chance))
  }
}
