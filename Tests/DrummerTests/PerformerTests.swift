import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import Drummer

@Suite struct PerformerTests {
  static let tables = DrummerTables(
    .random(
      barsRecalled: [1, 2, 4, 8], phraseBars: 8, headsWithPositionHistory: [.offset, .velocity]))

  private func direction(
    bpm: Double = 110, _ change: (inout DrummerSettings) -> Void = { _ in }
  ) -> BarDirection {
    var settings = DrummerSettings()
    settings.style = "funk"
    settings.seed = 5
    change(&settings)
    return BarDirection(settings: settings, tempo: Tempo(clampingBPM: bpm))
  }

  private func bars(_ count: Int, _ direction: BarDirection) -> [DrummedBar] {
    var performer = Performer(Self.tables)
    return (0..<count).map { _ in performer.play(direction) }
  }

  @Test func `the same directions give the same bars, and another seed gives others`() {
    let first = bars(12, direction())
    #expect(first == bars(12, direction()))
    #expect(first.map(\.number) == Array(0..<12))
    #expect(first.allSatisfy { $0.hits == $0.hits.sorted() })
    let others = bars(12, direction { $0.seed = 6 })
    #expect(zip(first, others).allSatisfy { $0.hits != $1.hits })
  }

  @Test func `each hit's surprise is its negative log-likelihood by the model`() throws {
    // Only the first bar of a drummer without a groove: nothing is heard before it.
    let plain = direction()
    let bar = bars(1, plain)[0]
    #expect(bar.drawn.count > 2)
    let style = Self.tables.card.row(ofStyle: "funk")
    var state = DrummerState(
      Self.tables, Conditions(style: style, tempo: plain.drummersTempo))
    let manner = SamplingSettings(plain, near: Anchor())
    let tokens = BarBuilder(plain, number: 0, start: 0).tokens(of: bar.hits)
    try #require(tokens.count == bar.drawn.count)
    let followed = tokens.map { token in
      var meant = token
      meant.velocity = manner.meant(by: token.velocity)
      meant.token.velocity = meant.velocity >> 2
      let parts = state.follow(meant)
      return parts.indices.reduce(0) { $0 + parts[$1] }
    }
    // Hits are in the order of their beats, tokens in that of their steps.
    let surprises = bar.drawn.compactMap(\.surprise).sorted()
    try #require(surprises.count == followed.count)
    for (surprise, truth) in zip(surprises, followed.sorted()) {
      #expect(abs(surprise - truth) < 1e-3)
    }
  }

  @Test func `a copy continues identically, whatever the original did in between`() {
    var performer = Performer(Self.tables)
    for _ in 0..<5 { _ = performer.play(direction()) }
    var copy = performer
    let straight = (0..<6).map { _ in performer.play(direction()) }
    _ = performer.play(direction { $0.style = "jazz" })
    #expect((0..<6).map { _ in copy.play(direction()) } == straight)
  }

  @Test(arguments: [0, 1, 2, 3], [TempoFeel.half, .normal, .double])
  func `a fill does not change what comes before it`(beat: Int64, feel: TempoFeel) {
    let plain = direction { $0.feel = feel }
    var filled = plain
    filled.fillFrom = Beats(beat)
    let early = feel == .half ? Beats(1, over: 4) : Beats(1, over: 8)
    var performer = Performer(Self.tables)
    var changed = 0
    for _ in 0..<8 {
      var copy = performer
      let (with, without) = (copy.play(filled), performer.play(plain))
      let limit = Beats(beat) - early
      #expect(with.hits.filter { $0.beat < limit } == without.hits.filter { $0.beat < limit })
      if with != without { changed += 1 }
    }
    #expect(changed >= 6)
  }

  @Test func `every fourth bar is a fill in its second half by default`() {
    let every = bars(8, direction { $0.fillEvery = 4 })
    var performer = Performer(Self.tables)
    let asked = (0..<8).map { bar in
      var direction = direction()
      if bar % 4 == 3 { direction.fillFrom = Beats(2) }
      return performer.play(direction)
    }
    #expect(every == asked)
  }

  @Test(arguments: TempoFeel.allCases) func `hits stay within their bar`(feel: TempoFeel) {
    let early = feel == .half ? Beats(1, over: 4) : Beats(1, over: 8)
    for bar in bars(40, direction { $0.feel = feel }) {
      for hit in bar.hits { #expect(hit.beat >= .zero - early && hit.beat < Beats(4)) }
    }
  }

  @Test func `half feel plays half as much in a bar, and double feel twice as much`() {
    // At tempi that are equal for the model.
    func count(_ feel: TempoFeel, _ bpm: Double) -> Int {
      bars(40, direction(bpm: bpm) { $0.feel = feel }).map(\.hits.count).reduce(0, +)
    }
    let (half, normal, double) = (count(.half, 220), count(.normal, 110), count(.double, 55))
    #expect(half * 3 < normal * 2 && normal * 3 < double * 2, "\(half) \(normal) \(double)")
  }

  @Test(arguments: [1, 2, 3, 4, 5, 8], [TempoFeel.normal, .double])
  func `after half-time bars the drummer begins with a bar of its own`(
    count: Int, feel: TempoFeel
  ) {
    let half = direction { $0.feel = .half }
    let next = direction { $0.feel = feel }
    let kick = Hit(drum: .kick, velocity: Velocity(clamping: 100), beat: .zero)
    var listener = Performer(Self.tables)
    var player = listener
    for bar in 0..<count {
      listener.advance(with: [kick], half)
      // In half time it has half a bar of its own in each.
      #expect(listener.state.step == 8 * bar)
      _ = player.play(half)
    }
    let ownBars = (count + 1) / 2
    let length = feel == .double ? 32 : 16
    for bar in 0..<3 {
      listener.advance(with: [kick], next)
      player.advance(with: [kick], next)
      #expect(listener.state.step == 16 * ownBars + length * bar)
      #expect(player.state.step == listener.state.step)
    }
  }

  @Test func `only allowed drums are played`() {
    let drums = DrumSet([.kick, .ride])
    let hits = bars(20, direction { $0.drums = drums }).flatMap(\.hits)
    #expect(Set(hits.map(\.drum)) == [.kick, .ride])
  }

  @Test func `silence is silent, and the music continues after it`() {
    var silent = direction()
    silent.isSilent = true
    var performer = Performer(Self.tables)
    let withRest = (0..<6).map { performer.play((2..<4).contains($0) ? silent : direction()) }
    let throughout = bars(6, direction())
    #expect(withRest[2].hits.isEmpty && withRest[3].hits.isEmpty)
    #expect(withRest[4...] == throughout[4...])
  }

  @Test(arguments: [40.0, 120, 300])
  func `no more hits are played than two hands and two feet can play`(bpm: Double) {
    let wild = direction(bpm: bpm) {
      $0.wildness = 1
      $0.density = 1
    }
    var hits: [(time: Double, drum: Drum)] = []
    for bar in bars(100, wild) {
      for hit in bar.hits {
        hits.append(((Double(4 * bar.number) + hit.beat.inBeats) * 60 / bpm, hit.drum))
      }
    }
    hits.sort { $0.time < $1.time }
    #expect(hits.count > 500)
    let feet: Set<Drum> = [.kick, .pedalHat]
    for (index, hit) in hits.enumerated() {
      let near = hits[index...].prefix { $0.time - hit.time < 0.0199 }.map { $0.drum }
      #expect(near.filter { $0 == hit.drum }.count == 1)
      #expect(Set(near).subtracting(feet).count <= 2)
    }
  }

  @Test func `advancing with a bar leads to the same state as playing it`() {
    var player = Performer(Self.tables)
    var listener = player
    for _ in 0..<10 {
      let bar = player.play(direction())
      listener.advance(with: bar.hits, direction())
    }
    #expect(listener.nextBar == 10)
    #expect(listener.play(direction()) == player.play(direction()))
  }

  @Test(arguments: [0, 2, 3])
  func `advancing with a fill leads to the same state as playing it, including its end`(beat: Int64)
  {
    var player = Performer(Self.tables)
    var listener = player
    var withoutFill = player
    let plain = direction()
    var filled = plain
    filled.fillFrom = Beats(beat)
    for bar in 0..<16 {
      let asked = bar % 4 == 3 ? filled : plain
      let played = player.play(asked)
      listener.advance(with: played.hits, asked)
      // This copy was not informed that it was a fill.
      withoutFill.advance(with: played.hits, plain)
      var (next, same, other) = (player, listener, withoutFill)
      #expect(next.play(plain) == same.play(plain))
      if bar == 15 { #expect(next.play(plain) != other.play(plain)) }
    }
  }

  @Test func `advancing with other hits changes what is played next`() {
    var (one, other) = (Performer(Self.tables), Performer(Self.tables))
    one.advance(with: [], direction())
    let four = (0..<4).map { Hit(drum: .kick, velocity: Velocity(clamping: 110), beat: Beats($0)) }
    other.advance(with: four, direction())
    #expect(one.play(direction()).hits != other.play(direction()).hits)
  }

  @Test func `a blend of 0 is the first style, and of 1 the second`() {
    func blended(_ amount: Double) -> [DrummedBar] {
      bars(4, direction { $0.blend = StyleBlend(style: "jazz", amount: amount) })
    }
    #expect(blended(0) == bars(4, direction()))
    #expect(blended(1) == bars(4, direction { $0.style = "jazz" }))
    #expect(blended(0.5) != blended(0) && blended(0.5) != blended(1))
  }

  @Test func `a change takes effect in its bar`() {
    var performer = Performer(Self.tables)
    for _ in 0..<3 { _ = performer.play(direction()) }
    var copy = performer
    let (same, louder) = (
      performer.play(direction()), copy.play(direction { $0.loudness = 1 })
    )
    #expect(same.hits.map(\.drum) == louder.hits.map(\.drum))
    #expect(zip(same.hits, louder.hits).allSatisfy { $0.velocity <= $1.velocity })
    #expect(same != louder)
  }
}
