import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct GridTests {
  /// A random grid of few markers, often without a marker at 0.
  static func random(_ chance: inout SplitMix64) throws -> Grid {
    // A little longer than the shortest grid, so that markers are not on any division of the beat.
    let step = Beats(units: 50_021)
    let length = Int64.random(in: 1...240, using: &chance)
    let count = Int.random(in: 1...8, using: &chance)
    let places = Set((0..<count).map { _ in Int64.random(in: 0..<length, using: &chance) })
    let markers = places.sorted().map { place in
      Marker(step * place, amplitude: Double(Int.random(in: 0...4, using: &chance)) / 4)
    }
    return try Grid(length: step * length, markers: markers)
  }

  @Test func `the marker at a marker's beat is that marker, in any loop`() throws {
    var chance = SplitMix64(seed: 11)
    for _ in 0..<10_000 {
      let grid = try Self.random(&chance)
      let number = Int.random(in: 0..<grid.count * 5, using: &chance)
      let beat = grid.beat(of: number)
      let next = grid.beat(of: number + 1)
      let before = (number + grid.count - 1) % grid.count
      let holds =
        grid.marker(at: beat) == number % grid.count && beat < next
        && grid.marker(at: next - Beats(units: 1)) == number % grid.count
        && grid.marker(at: beat - Beats(units: 1)) == before
      guard holds else {
        Issue.record("\(grid), marker \(number)")
        return
      }
    }
  }

  @Test func `resizing keeps the spacing and can be undone`() throws {
    var chance = SplitMix64(seed: 12)
    for _ in 0..<10_000 {
      let grid = try Self.random(&chance)
      let count = Int.random(in: 1...20, using: &chance)
      let resized = try grid.resized(to: count)
      let isSame = (0..<count).allSatisfy { resized.beat(of: $0) == grid.beat(of: $0) }
      let back = try resized.resized(to: grid.count)
      let isBack = count < grid.count || back.markers == grid.markers
      guard resized.count == count, isSame, isBack else {
        Issue.record("\(grid) to \(count)")
        return
      }
    }
  }

  @Test func `even steps stay even at any count, with the same steps per beat`() throws {
    let grid = try Grid.sixteenths.resized(to: 7)
    #expect(grid == (try Grid(count: 7, stepsPerBeat: 4)))
    #expect(grid.length == Beats(7, over: 4))
    #expect(try Grid.sixteenths.resized(to: 256).length == Beats(64))
    #expect(throws: GridError.markerCount(0)) { try Grid.sixteenths.resized(to: 0) }
    #expect(throws: GridError.markerCount(257)) { try Grid.sixteenths.resized(to: 257) }
    #expect(throws: GridError.length(Beats(1_280))) {
      try Grid(count: 4, in: Beats(1_024)).resized(to: 5)
    }
  }

  @Test(arguments: 1...256)
  func `a length is divided evenly to the nearest unit`(count: Int) throws {
    let grid = try Grid(count: count, in: Beats(4))
    for (index, marker) in grid.markers.enumerated() {
      let error = marker.beat.units * Int64(count) - Beats(4).units * Int64(index)
      #expect(abs(error) * 2 <= Int64(count))
    }
  }

  @Test func `markers out of order, coinciding, outside or too loud are refused with their number`()
  {
    func refusal(_ markers: [Marker], _ length: Beats = Beats(2)) -> GridError? {
      do { _ = try Grid(length: length, markers: markers) } catch { return error }
      return nil
    }
    let (one, half) = (Beats(1), Beats(1, over: 2))
    #expect(refusal([]) == .markerCount(0))
    #expect(refusal([Marker(one), Marker(half)]) == .order(marker: 1, half))
    #expect(refusal([Marker(one), Marker(one)]) == .coinciding(marker: 1, one))
    #expect(refusal([Marker(Beats(2))]) == .outside(marker: 0, Beats(2), length: Beats(2)))
    #expect(refusal([Marker(Beats(-1))]) == .outside(marker: 0, Beats(-1), length: Beats(2)))
    #expect(refusal([Marker(one, amplitude: -0.1)]) == .amplitude(marker: 0, -0.1))
    // NaN is not equal to itself.
    #expect(
      refusal([Marker(one, amplitude: .nan)])?.description
        == "marker 1, amplitude: expected 0–1, found nan")
    #expect(refusal([Marker(.zero)], Beats(1_025)) == .length(Beats(1_025)))
    #expect(refusal([Marker(.zero)], .zero) == .length(.zero))
    #expect(
      refusal([Marker(one), Marker(half)])?.description
        == "marker 2 at beat 1/2: it must be after the marker before it")
    #expect(
      refusal([Marker(half), Marker(half)])?.description
        == "markers 1 and 2 fall on the same beat, 1/2: move or delete one (or temper less)")
  }

  @Test func `beats survive writing as fractions and reading`() {
    var chance = SplitMix64(seed: 13)
    for _ in 0..<10_000 {
      let beats = Beats(units: Int64.random(in: -9_000_000...9_000_000, using: &chance))
      #expect(Beats(fraction: beats.fraction) == beats)
    }
    #expect(Beats(fraction: "0.25") == Beats(1, over: 4))
    for units in [Int64.min, .min + 1, -1, 0, 1, .max] {
      #expect(!Beats(units: units).fraction.isEmpty)
    }
    #expect(Beats(units: .min).fraction == "-144115188075855872/45045")
    for text in [
      "", "1/0", "a", "1/2/3", "nan", "inf", "1e12", "1/-2", "\(Int64.min)/1", "\(Int64.max)/1",
      "\(Int64.min)", "1/\(Int64.min)",
    ] {
      #expect(Beats(fraction: text) == nil, "\(text)")
    }
  }

  @Test func `voices survive writing and reading`() {
    for note in 0...127 {
      for channel in 0...15 {
        let voice = Voice(note: note, channel: channel)
        #expect(voice.flatMap { Voice(name: $0.description) } == voice)
      }
    }
    for drum in Drum.all { #expect(Voice(name: Voice(drum).description) == Voice(drum)) }
    for name in [
      "", "64@0", "64@17", "128@1", "-1@1", "64@", "@3", "64@3@4", "gong", "64@\(Int.min)",
      "64@\(Int.max)",
    ] {
      #expect(Voice(name: name) == nil, "\(name)")
    }
  }
}
