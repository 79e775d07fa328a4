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

  @Test func `an amount moves linearly, as a sine wave, or there and back`() throws {
    #expect(try amounts("1/3") == ["1/3"])
    #expect(try amounts("0 to 1 over 5 line") == ["0", "1/4", "1/2", "3/4", "1"])
    #expect(try amounts("1 to 1/2 over 3 loops") == ["1", "3/4", "1/2"])
    #expect(try amounts("1/2 over 2") == ["0", "1/2"])
    #expect(try amounts("0 to 1 over 4 back") == ["0", "1/2", "1", "1/2"])
    #expect(try amounts("0 to 1 over 5 back") == ["0", "2/5", "4/5", "4/5", "2/5"])
    #expect(try amounts("0 to 1 over 4 sine") == ["0", "1/2", "1", "1/2"])
    #expect(try amounts("0 to 1/2 over 6 sine") == ["0", "1/8", "3/8", "1/2", "3/8", "1/8"])
  }

  @Test func `loops are counted without limit, also before the first`() throws {
    let course = try TemperingCourse("0 to 1 over 4 back")
    for loop in -9..<9 {
      #expect(course.amount(inLoop: loop) == course.amount(inLoop: loop + 4))
    }
  }

  @Test(arguments: 2...64)
  func `a wave of any length equals the sine, and is symmetric`(loops: Int) throws {
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

  @Test func `hits are on their loop's markers`() throws {
    let grid = try Grid(length: Beats(4), tempering: Tempering("2:3 0 to 1 over 2"))
    let lane = Lane(drum: .kick, steps: try StepNotation.steps("xx"))
    let pattern = try Pattern(grid: grid, lanes: [lane])
    let places = (0..<4).map { loop in
      pattern.strokes(of: lane, inLoop: loop).map(\.place.fraction)
    }
    #expect(places == [["0", "2"], ["0", "4/3"], ["0", "2"], ["0", "4/3"]])
  }

  @Test func `at full amount, markers that coincide play one hit`() throws {
    let grid = try Grid(length: Beats(4), tempering: Tempering("7:5 1"))
    let steps = try StepNotation.steps("xXoxoXx")
    let lane = Lane(drum: .kick, steps: steps)
    let strokes = try Pattern(grid: grid, lanes: [lane]).strokes(of: lane)
    // Markers 2 and 3 are at 4/5 of a beat, 6 and 7 at 16/5: the louder of each pair is played.
    #expect(strokes.map(\.place.fraction) == ["0", "4/5", "8/5", "12/5", "16/5"])
    #expect(strokes.map { $0.velocity.value } == [96, 120, 96, 56, 120])
    // A certain hit takes precedence over a probable one.
    var maybe = lane
    maybe.steps[1]?.probability = 50
    let sure = try Pattern(grid: grid, lanes: [maybe]).strokes(of: maybe)
    #expect(sure.map(\.step) == [0, 2, 3, 4, 5])
    // If only one of two has a hit, it is played, and its ratchets fill the gap to the next
    // position.
    var lone = lane
    lone.steps[2] = nil
    lone.steps[1]?.ratchet = try #require(Ratchet(count: 2))
    let ratcheted = try Pattern(grid: grid, lanes: [lone]).strokes(of: lone)
    #expect(ratcheted.map(\.place.fraction) == ["0", "4/5", "6/5", "8/5", "12/5", "16/5"])
  }

  @Test(arguments: [
    // Markers 2 and 3 are at one position; the second has this amplitude.
    (".xx....", 1.0, 1), (".xX....", 1.0, 2), (".Xx....", 1.0, 1), (".xx!....", 1.0, 2),
    (".Xx....", 0.5, 2), (".Xx?50....", 0.5, 1), (".Xx?50....", 0.0, 2),
  ])
  func `of hits on markers that coincide, a certain one plays, then the one that is heard louder`(
    steps: String, amplitude: Double, played: Int
  ) throws {
    let grid = try Grid(
      length: Beats(4), tempering: Tempering("7:5 1"), amplitudes: [1, amplitude])
    let lane = Lane(drum: .kick, steps: try StepNotation.steps(steps))
    let strokes = try Pattern(grid: grid, lanes: [lane]).strokes(of: lane)
    #expect(strokes.map(\.step) == [played])
  }

  @Test(arguments: ["7:5 0 to 1 over 3", "4:2 0 to 1 over 4 back", "7:5 1"])
  func `between the ends markers are apart, and every position has a hit`(text: String) throws {
    let grid = try Grid(length: Beats(4), tempering: Tempering(text))
    let lane = Lane(
      drum: .kick, steps: Array(repeating: Step(.init(clamping: 90)), count: grid.count))
    let pattern = try Pattern(grid: grid, lanes: [lane])
    for loop in 0..<grid.loopCount {
      let places = Set(grid.markers(inLoop: loop).map(\.beat))
      #expect(pattern.strokes(of: lane, inLoop: loop).map(\.place) == places.sorted())
    }
  }

  @Test func `a tempered grid has the same length and amplitudes as others`() throws {
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
    #expect("\(six)" == "6 amplitudes for 5 markers: remove the extra ones")
    #expect(throws: PatternNotationError.self) {
      try PatternNotation.pattern(
        "grid: 4 beats tempered 5:7 1/2 amplitudes 1 1 1 1 1 .5; kick: xxxxx")
    }
    #expect(try Grid(length: Beats(1, over: 64), tempering: Tempering("256:255 1/2")).count == 256)
  }

  @Test func `temperings survive writing and reading`() throws {
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
    ("", "two subdivisions are missing"),
    ("5 1/2", "expected two subdivisions as in 5:7, found “5”"),
    ("5:7:9 1/2", "expected two subdivisions as in 5:7"),
    ("0:7 1/2", "parts of a subdivision: expected 1–256, found 0"),
    ("5:1000 1/2", "parts of a subdivision: expected 1–256, found 1000"),
    ("5:x 1/2", "expected a subdivision"),
    ("5(1,9):7 1/2", "beat of a subdivision: expected 1–5, found 9"),
    ("5():7 1/2", "expected a subdivision"),
    ("5(1:7 1/2", "expected a subdivision"),
    ("5(0):7 1/2", "beat of a subdivision: expected 1–5, found 0"),
    ("E(9,8):7 1/2", "pulses in 8 steps: expected 0–8, found 9"),
    ("E(3):7 1/2", "expected a subdivision"),
    ("5:7", "an amount of 0–1 or 0%–100% is missing"),
    ("5:7 2", "expected an amount of 0–1 or 0%–100%"),
    ("5:7 nan", "expected an amount of 0–1 or 0%–100%"),
    ("5:7 1/0", "expected an amount of 0–1 or 0%–100%"),
    ("5:7 -0.5", "expected an amount of 0–1 or 0%–100%"),
    (
      "5:7 832040/1346269",
      "expected an amount of 0–1 or 0%–100%, as in 1/2, with a denominator of 1–1000000, found"
    ),
    ("5:7 1/2 over", "a number of loops is missing"),
    ("5:7 1/2 over 1", "expected 2–64 loops, found 1"),
    ("5:7 1/2 over 65 line", "expected 2–64 loops, found 65"),
    ("5:7 1/2 over 8 zigzag", "expected line, sine or back, found “zigzag”"),
    ("5:7 1/2 over 8 line now", "unexpected argument “now”"),
    ("5:7 0 to", "an amount of 0–1 or 0%–100% is missing"),
    ("5:7 1/2 map", "expected a mapping"), ("5:7 1/2 map 1,x", "expected a mapping"),
    ("5:7 1/2 map 1,2,3", "a mapping of 3: it needs a lower beat for each of the 5"),
    ("2:7(1,4) 1/2 map 1,3", "upper beat 2 goes to lower beat 3 of 7, which isn't chosen"),
    ("3:3 1/2 map 1,3,2", "upper beat 3 goes back to lower beat 2"),
  ])
  func `text that is not a tempering is refused with the reason`(text: String, beginning: String) {
    let error = #expect(throws: TemperamentError.self) { try Tempering(text) }
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
  }

  @Test func `an amount is exact and survives writing and reading`() throws {
    #expect(Amount("0.35") == Amount(7, over: 20))
    #expect(Amount("1.0") == .all)
    #expect(Amount("50%") == .half && Amount("100%") == .all && Amount("0%") == Amount.none)
    #expect(Amount("12.5%") == Amount(1, over: 8))
    #expect(try Tempering("5:7 25% to 50% over 8") == Tempering("5:7 1/4 to 1/2 over 8"))
    #expect(Amount("0") == Amount.none)
    #expect(Amount(50, over: 100)?.description == "1/2")
    #expect(Amount(1, over: 4)?.value == 0.25)
    for text in [
      "", "-1/2", "3/2", "1/1000001", "1.1", "2", "1/2/3", "a", "0.", ".5", "0.-5", "∞", "%",
      "101%", "100.1%", "1/2%", "50%%", "-1%", "0.00001%", "0.0000004", "1.0000001",
      "100.00000001%", "0.61803398x", "0.6180339８", "0." + String(repeating: "3", count: 40),
    ] {
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

  @Test(arguments: [
    ("0.6180339887", "0.618034"), ("0.618033988749894848204586834365", "0.618034"),
    ("61.80339887%", "0.618034"), ("0.3333333", "0.333333"), ("33.333333%", "0.333333"),
    ("0.1234565", "0.123457"), ("0.0000005", "0.000001"), ("0.9999999", "1"), ("99.99999%", "1"),
    ("1.0000000000", "1"), ("100.00000000%", "1"), ("0.0000000000", "0"),
  ])
  func `a longer decimal is rounded to a millionth, and is written as what it is rounded to`(
    text: String, rounded: String
  ) throws {
    let amount = try #require(Amount(text))
    #expect(amount == Amount(rounded))
    #expect(Amount(amount.description) == amount)
    let tempering = try Tempering("5:7 \(text) to \(text) over 8 sine")
    #expect(try Tempering(tempering.description) == tempering)
  }
}
