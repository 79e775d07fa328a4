import MusicalTime
import Rhythm
import Testing

@Suite struct GridPresetTests {
  private func places(_ name: String) throws -> [String] {
    try Grid(named: name).markers.map(\.beat.fraction)
  }

  @Test func `every preset is found by its name and is a valid grid`() throws {
    #expect(Set(GridPreset.all.map(\.name)).count == GridPreset.all.count)
    for preset in GridPreset.all {
      #expect(try Grid(named: preset.name) == preset.grid)
      #expect(GridPreset(named: preset.name) == preset)
      #expect(!preset.meaning.isEmpty)
      let checked =
        try preset.grid.tempering.map { try Grid(length: preset.grid.length, tempering: $0) }
        ?? Grid(length: preset.grid.length, markers: preset.grid.markers)
      #expect(checked == preset.grid, "\(preset.name)")
    }
    #expect(GridPreset.all.count == 21)
  }

  @Test(arguments: [
    ("sixteenths", 16, 4), ("eighths", 8, 2), ("triplets", 12, 3), ("3-4", 12, 4), ("6-8", 12, 4),
    ("16/4", 16, 4), ("7/8", 7, 8), ("256/16", 256, 16),
  ])
  func `even grids have the given steps and steps per beat`(
    name: String, count: Int, stepsPerBeat: Int
  ) throws {
    let grid = try Grid(named: name)
    #expect(grid == (try Grid(count: count, stepsPerBeat: stepsPerBeat)))
    #expect(grid.stepsPerBeat == stepsPerBeat)
  }

  @Test(arguments: [5, 7, 9, 11, 13])
  func `a number alone gives this many even markers in four beats, exactly`(count: Int) throws {
    let grid = try Grid(named: "\(count)")
    #expect(grid.length == Beats(4))
    for (index, marker) in grid.markers.enumerated() {
      #expect(marker.beat * Int64(count) == Beats(4 * Int64(index)))
    }
    #expect(grid == (try Grid(named: "\(count) in 4")))
  }

  @Test func `claves have the right positions`() throws {
    #expect(try places("son") == ["0", "3/4", "3/2", "5/2", "3"])
    #expect(try places("son-2-3") == ["1/2", "1", "2", "11/4", "7/2"])
    #expect(try places("rumba") == ["0", "3/4", "7/4", "5/2", "3"])
    #expect(try places("rumba-2-3") == ["1/2", "1", "2", "11/4", "15/4"])
    #expect(try places("bossa") == ["0", "3/4", "3/2", "5/2", "13/4"])
    #expect(try places("tresillo") == ["0", "3/4", "3/2"])
    #expect(try places("cinquillo") == ["0", "1/2", "3/4", "5/4", "3/2"])
    #expect(try Grid(named: "tresillo").length == Beats(2))
    // The second bar first.
    for (threeTwo, twoThree) in [("son", "son-2-3"), ("rumba", "rumba-2-3")] {
      let moved = try Grid(named: threeTwo).markers.map { $0.beat.units + Beats(2).units }
      let wrapped = moved.map { Beats(units: $0 % Beats(4).units) }.sorted()
      #expect(try Grid(named: twoThree).markers.map(\.beat) == wrapped)
    }
  }

  @Test func `groups begin at full amplitude, and their steps are eighths by default`() throws {
    let grid = try Grid(named: "2+2+3")
    #expect(grid == GridPreset(named: "7-8")?.grid)
    #expect(grid.length == Beats(7, over: 2))
    #expect(grid.markers.map(\.amplitude) == [1, 0.75, 1, 0.75, 1, 0.75, 0.75])
    #expect(try Grid(named: "2+2+2+3") == GridPreset(named: "aksak")?.grid)
    #expect(try Grid(named: "3+3+2/4").length == Beats(2))
    #expect(try Grid(named: "1+1").stepsPerBeat == 2)
  }

  @Test func `tempered presets are half way between their rhythms`() throws {
    #expect(try places("five-seven") == ["0", "24/35", "58/35", "82/35", "116/35"])
    // 0 1/3 2/3 1 3/2 towards 0 2/5 4/5 6/5 8/5.
    #expect(try places("tigrigna") == ["0", "11/30", "11/15", "11/10", "31/20"])
  }

  @Test(arguments: [
    "", "blues", "16", "17", "2+x", "2++3", "+", "2+0+3", "2+-1", "16/4/2", "5 in", "5 on 4",
    "x in 4",
    "5 in x",
  ])
  func `an unknown name is refused with the accepted forms`(name: String) {
    #expect(throws: GridError.noPreset(name)) { try Grid(named: name) }
  }

  @Test func `names of invalid grids are refused with the reason`() {
    #expect(throws: GridError.markerCount(0)) { try Grid(named: "0/4") }
    #expect(throws: GridError.markerCount(257)) { try Grid(named: "257/4") }
    #expect(throws: GridError.markerCount(1_000)) { try Grid(named: "1000 in 4") }
    #expect(throws: GridError.stepsPerBeat(17)) { try Grid(named: "16/17") }
    #expect(throws: GridError.stepsPerBeat(0)) { try Grid(named: "2+3/0") }
    #expect(throws: GridError.markerCount(257)) { try Grid(named: "256+256") }
    #expect(throws: GridError.length(.zero)) { try Grid(named: "5 in 0") }
    #expect(throws: GridError.noPreset("2+99999999999999999999")) {
      try Grid(named: "2+99999999999999999999")
    }
  }
}
