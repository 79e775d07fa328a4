import Foundation
import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct TemperingTests {
  private func amounts(_ text: String) throws -> [String] {
    let course = try TemperingCourse(text)
    return (0..<course.loopCount).map { course.amount(inLoop: $0).description }
  }

  @Test func `an amount moves in a line, as a wave, or there and back`() throws {
    #expect(try amounts("1/3") == ["1/3"])
    #expect(try amounts("0 to 1 over 5 line") == ["0", "1/4", "1/2", "3/4", "1"])
    #expect(try amounts("1 to 1/2 over 3 loops") == ["1", "3/4", "1/2"])
    #expect(try amounts("1/2 over 2") == ["0", "1/2"])
    #expect(try amounts("0 to 1 over 4 back") == ["0", "1/2", "1", "1/2"])
    #expect(try amounts("0 to 1 over 5 back") == ["0", "2/5", "4/5", "4/5", "2/5"])
    #expect(try amounts("0 to 1 over 4 sine") == ["0", "1/2", "1", "1/2"])
    #expect(try amounts("0 to 1/2 over 6 sine") == ["0", "1/8", "3/8", "1/2", "3/8", "1/8"])
  }

  @Test func `loops are counted through, also before the first`() throws {
    let course = try TemperingCourse("0 to 1 over 4 back")
    for loop in -9..<9 {
      #expect(course.amount(inLoop: loop) == course.amount(inLoop: loop + 4))
    }
  }

  @Test(arguments: 2...64)
  func `a wave of any length is the sine's, and the same there as back`(loops: Int) throws {
    let course = try TemperingCourse(from: .none, to: .all, .sine, loops: loops)
    for loop in 0..<loops {
      let amount = course.amount(inLoop: loop)
      let wanted = (1 - cos(2 * Double.pi * Double(loop) / Double(loops))) / 2
      #expect(abs(amount.value - wanted) < 2e-11, "\(loop)")
      #expect(amount == course.amount(inLoop: loops - loop))
    }
  }

  @Test func `a grid's markers move from loop to loop and keep their amplitudes`() throws {
    let grid = try Grid(
      length: Beats(4), tempering: Tempering("5:7 0 to 1 over 3"), amplitudes: [1, 0.5])
    #expect(grid.loopCount == 3)
    #expect(grid.stepsPerBeat == nil)
    #expect(grid.markers.map(\.beat.fraction) == ["0", "4/5", "8/5", "12/5", "16/5"])
    #expect(
      grid.markers(inLoop: 1).map(\.beat.fraction) == ["0", "24/35", "58/35", "82/35", "116/35"])
    #expect(
      grid.markers(inLoop: 5).map(\.beat.fraction) == ["0", "4/7", "12/7", "16/7", "24/7"])
    #expect(grid.markers(inLoop: 3) == grid.markers)
    #expect(grid.markers(inLoop: 2).map(\.amplitude) == [1, 0.5, 1, 1, 1])
  }

  @Test func `strokes lie where their loop's markers are`() throws {
    let grid = try Grid(length: Beats(4), tempering: Tempering("2:3 0 to 1 over 2"))
    let lane = Lane(drum: .kick, steps: try StepNotation.steps("xx"))
    let pattern = try Pattern(grid: grid, lanes: [lane])
    let places = (0..<4).map { loop in
      pattern.strokes(of: lane, inLoop: loop).map(\.place.fraction)
    }
    #expect(places == [["0", "2"], ["0", "4/3"], ["0", "2"], ["0", "4/3"]])
  }

  @Test func `a temperament goes to the very end, where markers that meet sound one hit`() throws {
    let grid = try Grid(length: Beats(4), tempering: Tempering("7:5 1"))
    let steps = try StepNotation.steps("xXoxoXx")
    let lane = Lane(drum: .kick, steps: steps)
    let strokes = try Pattern(grid: grid, lanes: [lane]).strokes(of: lane)
    // Markers 2 and 3 are at 4/5 of a beat, 6 and 7 at 16/5: the louder of each pair is heard.
    #expect(strokes.map(\.place.fraction) == ["0", "4/5", "8/5", "12/5", "16/5"])
    #expect(strokes.map { $0.velocity.value } == [96, 120, 96, 56, 120])
    // What always plays goes before what may.
    var maybe = lane
    maybe.steps[1]?.probability = 50
    let sure = try Pattern(grid: grid, lanes: [maybe]).strokes(of: maybe)
    #expect(sure.map(\.step) == [0, 2, 3, 4, 5])
    // Where only one of two has a hit, it is heard, and its ratchets fill the way to the next place.
    var lone = lane
    lone.steps[2] = nil
    lone.steps[1]?.ratchet = try #require(Ratchet(count: 2))
    let ratcheted = try Pattern(grid: grid, lanes: [lone]).strokes(of: lone)
    #expect(ratcheted.map(\.place.fraction) == ["0", "4/5", "6/5", "8/5", "12/5", "16/5"])
  }

  @Test(arguments: ["7:5 0 to 1 over 3", "4:2 0 to 1 over 4 back", "7:5 1"])
  func `on the way markers are apart, and hits are as many as places`(text: String) throws {
    let grid = try Grid(length: Beats(4), tempering: Tempering(text))
    let lane = Lane(
      drum: .kick, steps: Array(repeating: Step(.init(clamping: 90)), count: grid.count))
    let pattern = try Pattern(grid: grid, lanes: [lane])
    for loop in 0..<grid.loopCount {
      let places = Set(grid.markers(inLoop: loop).map(\.beat))
      #expect(pattern.strokes(of: lane, inLoop: loop).map(\.place) == places.sorted())
    }
  }

  @Test func `a tempered grid is as long as any other, and as loud`() throws {
    let tempering = try Tempering("5:7 1/2")
    #expect(throws: GridError.length(.zero)) { try Grid(length: .zero, tempering: tempering) }
    #expect(throws: GridError.amplitude(marker: 1, 1.5)) {
      try Grid(length: Beats(4), tempering: tempering, amplitudes: [1, 1.5])
    }
    let six = GridError.amplitudeCount(6, markers: 5)
    #expect(throws: six) {
      try Grid(
        length: Beats(4), tempering: tempering, amplitudes: Array(repeating: 1, count: 6))
    }
    #expect("\(six)" == "6 amplitudes for 5 markers: leave out what is too many")
    #expect(throws: PatternNotationError.self) {
      try PatternNotation.pattern(
        "grid: 4 beats tempered 5:7 1/2 amplitudes 1 1 1 1 1 .5; kick: xxxxx")
    }
    #expect(try Grid(length: Beats(1, over: 64), tempering: Tempering("256:255 1/2")).count == 256)
  }

  @Test func `any tempering reads again as it was written`() throws {
    var chance = SplitMix64(seed: 3)
    for _ in 0..<10_000 {
      let (n, m) = (Int.random(in: 1...9, using: &chance), Int.random(in: 1...9, using: &chance))
      let chosen = (0..<n).filter { _ in chance.once(in: 2) }
      let upper = chosen.isEmpty ? try Subdivision(n) : try Subdivision(n, beats: chosen)
      let lower = try Subdivision(m)
      let byHand = upper.beats.map { _ in Int.random(in: 0..<m, using: &chance) }.sorted()
      let from = try #require(Amount(Int.random(in: 0...60, using: &chance), over: 60))
      let to = try #require(Amount(Int.random(in: 0...60, using: &chance), over: 60))
      let shape = try #require(TemperingCourse.Shape.allCases.randomElement(using: &chance))
      let loops = Int.random(in: 2...64, using: &chance)
      let tempering = Tempering(
        try Temperament(upper, lower, mapping: chance.once(in: 2) ? byHand : nil),
        chance.once(in: 2)
          ? .fixed(from) : try TemperingCourse(from: from, to: to, shape, loops: loops))
      guard try Tempering(tempering.description) == tempering else {
        Issue.record("\(tempering)")
        return
      }
    }
  }

  @Test(arguments: [
    ("", "two subdivisions are missing"), ("5 1/2", "“5” isn't two subdivisions with a colon"),
    ("5:7:9 1/2", "“5:7:9” isn't two"), ("0:7 1/2", "a subdivision of 0: a length has 1 to 256"),
    ("5:1000 1/2", "a subdivision of 1000"), ("5:x 1/2", "“x” is no subdivision"),
    ("5(1,9):7 1/2", "beat 9: a subdivision of 5 has 1 to 5"), ("5():7 1/2", "“5()” is no subdiv"),
    ("5(1:7 1/2", "“5(1” is no subdivision"), ("5(0):7 1/2", "beat 0: a subdivision of 5"),
    ("E(9,8):7 1/2", "9 pulses in 8 steps"), ("E(3):7 1/2", "“E(3)” is no subdivision"),
    ("5:7", "an amount is missing"), ("5:7 2", "“2” is no amount"),
    ("5:7 nan", "“nan” is no amount"), ("5:7 1/0", "“1/0” is no amount"),
    ("5:7 -0.5", "“-0.5” is no amount"), ("5:7 1/2 over", "a number of loops is missing"),
    ("5:7 1/2 over 1", "over 1 loop: it moves over 2 to 64"),
    ("5:7 1/2 over 65 line", "over 65 loops"), ("5:7 1/2 over 8 zigzag", "“zigzag” is no way"),
    ("5:7 1/2 over 8 line now", "“now” is too much"), ("5:7 0 to", "an amount is missing"),
    ("5:7 1/2 map", "“” is no mapping"), ("5:7 1/2 map 1,x", "“1,x” is no mapping"),
    ("5:7 1/2 map 1,2,3", "a mapping of 3: it needs a lower beat for each of the 5"),
    ("2:7(1,4) 1/2 map 1,3", "upper beat 2 goes to lower beat 3 of 7, which isn't chosen"),
    ("3:3 1/2 map 1,3,2", "upper beat 3 goes back to lower beat 2"),
  ])
  func `what is no tempering says what is amiss`(text: String, beginning: String) {
    let error = #expect(throws: TemperamentError.self) { try Tempering(text) }
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
  }

  @Test func `an amount is exact and reads again as it was written`() throws {
    #expect(Amount("0.35") == Amount(7, over: 20))
    #expect(Amount("1.0") == .all)
    #expect(Amount("0") == Amount.none)
    #expect(Amount(50, over: 100)?.description == "1/2")
    #expect(Amount(1, over: 4)?.value == 0.25)
    for text in ["", "-1/2", "3/2", "1/1000001", "1.1", "2", "1/2/3", "a", "0.", ".5", "0.-5", "∞"]
    {
      #expect(Amount(text) == nil, "\(text)")
    }
    var chance = SplitMix64(seed: 4)
    for _ in 0..<10_000 {
      let denominator = Int.random(in: 1...1_000_000, using: &chance)
      let amount = try #require(
        Amount(Int.random(in: 0...denominator, using: &chance), over: denominator))
      #expect(Amount(amount.description) == amount)
    }
  }
}
