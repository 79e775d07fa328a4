import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct StepNotationTests {
  @Test func `offsets as they are recorded are short decimals, and read back to the unit`() throws {
    for (units, text) in [
      (-5_766, "-0.002"), (57_658, "0.02"), (344_023, "0.119333"), (-30_030, "-1/96"),
      (1, "1/2882880"),
      (961_000, "0.3333472"), (960_960, "1/3"), (2_882_880, "1"),
    ] as [(Int64, String)] {
      var step = Step(StepNotation.hit)
      step.offset = Beats(units: units)
      #expect(StepNotation.text([step, nil]) == "x@\(text).")
      #expect(try StepNotation.steps("x@\(text).") == [step, nil])
    }
    var chance = SplitMix64(seed: 9)
    for _ in 0..<2_000 {
      let beats = Beats(units: .random(in: -2_882_880...2_882_880, using: &chance))
      #expect(beats.shortest.count <= 10 && Beats(fraction: beats.shortest) == beats)
    }
    #expect(try StepNotation.steps("x@1..x").count == 4)
  }

  @Test func `four marks are accent, hit, soft and rest`() throws {
    #expect(try StepNotation.steps("Xxo.").map { $0?.velocity.value } == [120, 96, 56, nil])
  }

  @Test func `spaces and bars are ignored`() throws {
    #expect(try StepNotation.steps("| X..x | ..x. |") == StepNotation.steps("X..x..x."))
  }

  @Test(arguments: [
    "", "x", "X..x..x...x.x...", "oooo", "....", "x++.", "X...x..o..x?50.x*3..", "x=97", "X=119!",
    "x?0", "x*8<127", "x*1>1", "o@-1/96", "x@1", "x&1:4", "x&64:64", "x&fill.x&!fill.x&first",
    "x=80!?25*4>30@1/2882880&3:7~9.", "x~1x", "x~4+",
  ])
  func `text and steps undo each other`(text: String) throws {
    #expect(try StepNotation.text(StepNotation.steps(text)) == text.replacing("~4+", with: "~4."))
  }

  @Test func `beats are separated on request`() throws {
    let steps = try StepNotation.steps("x.ox.ox")
    #expect(StepNotation.text(steps, stepsPerBeat: 3) == "x.o x.o x")
    let clave = try Grid(
      length: Beats(4),
      markers: [0, 3, 6, 10, 12].map { Marker(Beats($0, over: 4)) })
    #expect(StepNotation.text(try StepNotation.steps("Xxoxx"), over: clave) == "Xx o x x")
  }

  @Test func `each sub-mark sets its value`() throws {
    let read = try StepNotation.steps("x=73!?50*3>40@-1/96&1:4")
    var step = Step(Velocity(clamping: 73))
    step.isAccented = true
    step.probability = 50
    step.ratchet = try #require(Ratchet(count: 3, slope: -40))
    step.offset = Beats(-1, over: 96)
    step.condition = .turn(1, of: 4)
    #expect(read == [step])
    #expect(try StepNotation.steps("x&1:4@-1/96*3>40?50!=73") == read)
    #expect(try StepNotation.steps("x*3<40").first??.ratchet.slope == 40)
  }

  @Test func `a plus extends the hit before it, with or without spaces`() throws {
    let held = try StepNotation.steps("x?50+ |+.x+")
    #expect(held.map { $0?.hold } == [2, nil, nil, nil, 1, nil])
  }

  @Test func `a hold that would reach a hit or the end is written as a number`() {
    var long = Step(StepNotation.hit)
    long.hold = 2
    #expect(StepNotation.text([long, nil, nil]) == "x++")
    #expect(StepNotation.text([nil, long, nil]) == ".x~2.")
    #expect(StepNotation.text([long, Step(StepNotation.soft), nil]) == "x~2o.")
  }

  @Test func `any lane survives writing and reading`() throws {
    var chance = SplitMix64(seed: 5)
    for _ in 0..<10_000 {
      let steps: [Step?] = (0..<Int.random(in: 0...6, using: &chance)).map { _ in
        chance.once(in: 3) ? nil : .random(using: &chance)
      }
      let text = StepNotation.text(steps, stepsPerBeat: chance.once(in: 2) ? 4 : nil)
      let read = try StepNotation.steps(text)
      if read != steps { Issue.record("\(text) is read as \(StepNotation.text(read))") }
    }
  }

  @Test func `steps with marks only are recognised`() throws {
    #expect(StepNotation.isMarksOnly(try StepNotation.steps("Xxo.")))
    for text in ["x=97", "x!", "x+", "x@1/9"] {
      #expect(!StepNotation.isMarksOnly(try StepNotation.steps(text)))
    }
  }

  @Test func `an unknown mark is reported with its step and column`() {
    #expect(throws: StepNotationError(mark: "y", column: 6, step: 4)) {
      try StepNotation.steps("x... |y...")
    }
    #expect(
      StepNotationError(mark: "\u{1B}", column: 0, step: 0).reason
        .hasSuffix("found a control character"))
    #expect(
      StepNotationError(mark: "y", column: 6, step: 4).description
        == "step 5 (column 7): expected X (accent), x, o (soft), + (hold) or . (rest), found “y”")
  }

  @Test(arguments: [
    ("x.+", "step 3 (column 3): “+” must follow a hit"),
    ("+", "step 1 (column 1): “+” must follow a hit"),
    ("x.?50", "step 3 (column 3): “?” must directly follow a hit"),
    ("x ?50", "step 2 (column 3): “?” must directly follow a hit"),
    ("=3", "step 1 (column 1): “=” must directly follow a hit"),
    (".x?50!?20", "step 2 (column 7): “?” is written twice"),
    ("x?101", "step 1 (column 2): expected ? and a probability of 0–100, found “?101”"),
    ("xx?", "step 2 (column 3): expected ? and a probability of 0–100, found “?”"),
    ("x=0", "step 1 (column 2): expected = and a velocity of 1–127, found “=0”"),
    (
      "x*9",
      "step 1 (column 2): expected * and 1–8 strokes, and perhaps < or > and 0–127 "
        + "as in *3<40, found “*9”"
    ),
    (
      "x@3/2",
      "step 1 (column 2): expected @ and an offset of -1 – 1 beats as in @-1/96, found “@3/2”"
    ),
    (
      "x@1/0",
      "step 1 (column 2): expected @ and an offset of -1 – 1 beats as in @-1/96, found “@1/0”"
    ),
    (
      "x&5:4",
      "step 1 (column 2): expected & and 1:4 (up to 64:64), fill, !fill or first, found “&5:4”"
    ),
    ("x#17", "step 1 (column 2): expected # and a clip of 1–16, found “#17”"),
    ("x~0", "step 1 (column 2): expected ~ and 1–255 markers, found “~0”"),
    (
      "x=99999999999999999999",
      "step 1 (column 2): expected = and a velocity of 1–127, found “=999999999999”"
    ),
  ])
  func `an invalid sub-mark is reported with its step and column`(
    text: String, sentence: String
  ) {
    let error = #expect(throws: StepNotationError.self) { try StepNotation.steps(text) }
    #expect(error?.description == sentence)
  }

  @Test func `damaged marks never crash the reader`() {
    var chance = SplitMix64(seed: 6)
    let marks = Array("Xxo.+=!?*@&~<>:/-0123456789 |fil rst\u{301}é")
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 1...12, using: &chance)).map { _ in
        marks.randomElement(using: &chance) ?? "x"
      }
      guard let steps = try? StepNotation.steps(String(text)) else { continue }
      #expect((try? StepNotation.steps(StepNotation.text(steps))) == steps)
    }
  }
}
