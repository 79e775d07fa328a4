import Foundation
import MusicalTime
public import Rhythm

/// Plays a classic model bar by bar.
///
/// The model has no bars, styles or fills; from a direction it uses tempo feel, density, loudness,
/// wildness, the allowed drums, and silence. All randomness is a hash of seed, bar and hit, so the
/// same directions from the same copy play the same bars.
public struct ClassicPerformer: BarInventor {
  /// The number of the next bar, counted from 0.
  public private(set) var nextBar = 0
  private var network: ClassicNetwork
  /// The network's next input; nil before the first hit.
  private var last: ClassicNetwork.Event?
  /// The position of the last hit, from the beginning of the next bar.
  private var position = Beats.zero
  /// A hit that was sampled already but belongs to a later bar.
  private var waiting: DrummedHit?

  /// The maximum number of samples per bar, after which the rest is silent: an untrained network
  /// may produce waits of 0 ticks without end.
  private static let mostSamples = 512

  /// Starts with c and h uniform in ±0.1, depending on `seed`.
  public init(_ model: ClassicModel, seed: UInt64) {
    let size = model.design.hiddenSize
    let chance = BarRandom(seed: seed, bar: -1)
    let start = (0..<2 * size).map { chance($0, .step) * 0.2 - 0.1 }
    network = ClassicNetwork(model, cell: Array(start[..<size]), hidden: Array(start[size...]))
  }

  /// The wildness that corresponds to `temperature`.
  public static func wildness(temperature: Double) -> Double { 0.5 + log2(temperature) / 1.2 }

  /// Plays until there are `count` hits; beats from the beginning, sorted.
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

  /// Generates the next bar.
  public mutating func play(_ direction: BarDirection) -> DrummedBar {
    var drawn: [DrummedHit] = []
    var struck: Set<DrumAtBeat> = []
    var samples = 0
    while true {
      guard samples < Self.mostSamples || waiting != nil else {
        position = Vocabulary.bar
        break
      }
      let next = waiting ?? sample(direction, turn: samples)
      let hit = next.hit
      samples += 1
      waiting = hit.beat < Vocabulary.bar ? nil : next
      guard waiting == nil else { break }
      // The same drum cannot be hit twice at the same time.
      guard direction.settings.allows(hit.drum),
        struck.insert(DrumAtBeat(drum: hit.drum, beat: hit.beat)).inserted
      else { continue }
      drawn.append(next)
    }
    defer { advanceBar() }
    return DrummedBar(number: nextBar, drawn: direction.isSilent ? [] : drawn)
  }

  /// Uses `hits` as the content of the next bar and advances past it.
  public mutating func advance(with hits: [Hit], _ direction: BarDirection) {
    let feel = direction.settings.feel.stretch
    waiting = nil
    for hit in hits.sorted() {
      guard let drum = network.model.design.index(of: hit.drum) else { continue }
      let wait = Beats(units: max(hit.beat.units - position.units, 0) * feel.down / feel.up)
      network.advance(with: last)
      last = ClassicNetwork.Event(drum: drum, wait: network.model.design.index(ofWait: wait))
      position = max(hit.beat, position)
    }
    advanceBar()
  }

  private struct DrumAtBeat: Hashable {
    var drum: Drum
    var beat: Beats
  }

  /// Advances to the next bar.
  private mutating func advanceBar() {
    nextBar += 1
    position = position - Vocabulary.bar
    if let next = waiting {
      waiting?.hit.beat = next.hit.beat - Vocabulary.bar
    }
  }

  /// Samples the next hit; one from before this bar is played at its beginning.
  private mutating func sample(_ direction: BarDirection, turn: Int) -> DrummedHit {
    let (model, settings) = (network.model, direction.settings)
    let chance = BarRandom(seed: settings.seed, bar: nextBar)
    network.advance(with: last)
    let (drums, waits) = network.directed(by: direction)
    let event = ClassicNetwork.Event(
      drum: ClassicNetwork.pick(from: drums[...], chance(turn, .drum)),
      wait: ClassicNetwork.pick(from: waits[...], chance(turn, .step)))
    last = event
    let stretch = settings.feel.stretch
    let wait = model.design.beats(ofWait: event.wait)
    position = max(position + Beats(units: wait.units * stretch.up / stretch.down), .zero)
    let bin = ClassicNetwork.pick(from: model.velocityRow(of: event.drum), chance(turn, .velocity))
    let hit = Hit(
      drum: model.design.drums[event.drum],
      velocity: SamplingSettings(direction).audible(Vocabulary.velocity(ofBin: bin).value),
      beat: position)
    return DrummedHit(hit, surprise: network.surprise(of: event, velocityBin: bin))
  }
}
