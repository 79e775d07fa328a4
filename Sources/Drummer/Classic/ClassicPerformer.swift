import Foundation
import MusicalTime
public import Rhythm

/// Plays a classic drummer bar by bar.
///
/// It knows no bars, styles or fills; what it is directed to is tempo feel, density, loudness,
/// wildness, which drums may play, and silence. Chance is a hash of seed, bar and hit, so the same
/// directions play the same bars from any copy on.
public struct ClassicPerformer: BarInventor {
  public private(set) var nextBar = 0
  private var network: ClassicNetwork
  /// What the network hears next; nil before the first hit.
  private var last: ClassicNetwork.Event?
  /// Where the last hit was, from the beginning of the next bar.
  private var place = Beats.zero
  /// Drawn already, though it belongs to a bar behind the last.
  private var waiting: Hit?

  /// More draws than this in a bar, and the rest of it stays silent: a network that has learned
  /// nothing may wait 0 ticks for ever.
  private static let mostDraws = 512

  /// Begins with c and h uniform in ±0.1, as `seed` has it.
  public init(_ model: ClassicModel, seed: UInt64) {
    let size = model.design.hiddenSize
    let chance = Chance(seed: seed, bar: -1)
    let start = (0..<2 * size).map { chance($0, .step) * 0.2 - 0.1 }
    network = ClassicNetwork(model, cell: Array(start[..<size]), hidden: Array(start[size...]))
  }

  /// The wildness that makes `temperature`.
  public static func wildness(temperature: Double) -> Double { 0.5 + log2(temperature) / 1.2 }

  /// Plays bars until there are `count` hits; beats from the beginning, in order.
  public mutating func hits(_ count: Int, _ direction: BarDirection) -> [Hit] {
    var hits: [Hit] = []
    while hits.count < count {
      let start = Vocabulary.bar * Int64(nextBar)
      for var hit in play(direction).hits {
        hit.beat = hit.beat + start
        hits.append(hit)
      }
    }
    return Array(hits.prefix(count))
  }

  public mutating func play(_ direction: BarDirection) -> DrummedBar {
    var hits: [Hit] = []
    var struck: Set<Stroke> = []
    var draws = 0
    while true {
      guard draws < Self.mostDraws || waiting != nil else {
        place = Vocabulary.bar
        break
      }
      let hit = waiting ?? draw(direction, turn: draws)
      draws += 1
      waiting = hit.beat < Vocabulary.bar ? nil : hit
      guard waiting == nil else { break }
      // One stick can't hit one drum twice at once.
      guard direction.settings.allows(hit.drum),
        struck.insert(Stroke(drum: hit.drum, beat: hit.beat)).inserted
      else { continue }
      hits.append(hit)
    }
    defer { turnPage() }
    return DrummedBar(number: nextBar, hits: direction.isSilent ? [] : hits)
  }

  public mutating func hear(_ hits: [Hit], _ direction: BarDirection) {
    let feel = direction.settings.feel.stretch
    waiting = nil
    for hit in hits.sorted() {
      guard let drum = network.model.design.index(of: hit.drum) else { continue }
      let wait = Beats(units: max(hit.beat.units - place.units, 0) * feel.down / feel.up)
      network.hear(last)
      last = ClassicNetwork.Event(drum: drum, wait: network.model.design.index(ofWait: wait))
      place = max(hit.beat, place)
    }
    turnPage()
  }

  private struct Stroke: Hashable {
    var drum: Drum
    var beat: Beats
  }

  /// Goes on to the next bar's beginning.
  private mutating func turnPage() {
    nextBar += 1
    place = place - Vocabulary.bar
    if let hit = waiting {
      waiting?.beat = hit.beat - Vocabulary.bar
    }
  }

  /// Draws the next hit; one that was due before this bar comes at its beginning.
  private mutating func draw(_ direction: BarDirection, turn: Int) -> Hit {
    let (model, settings) = (network.model, direction.settings)
    let chance = Chance(seed: settings.seed, bar: nextBar)
    network.hear(last)
    let (drums, waits) = network.directed(by: direction)
    let event = ClassicNetwork.Event(
      drum: ClassicNetwork.pick(from: drums[...], chance(turn, .drum)),
      wait: ClassicNetwork.pick(from: waits[...], chance(turn, .step)))
    last = event
    let stretch = settings.feel.stretch
    let wait = model.design.beats(ofWait: event.wait)
    place = max(place + Beats(units: wait.units * stretch.up / stretch.down), .zero)
    let bin = ClassicNetwork.pick(from: model.velocityRow(of: event.drum), chance(turn, .velocity))
    return Hit(
      drum: model.design.drums[event.drum],
      velocity: Manner(direction).audible(Vocabulary.velocity(ofBin: bin).value),
      beat: place)
  }
}
