import Rhythm
import Testing

@Suite struct StepNotationTests {
  @Test func `four marks are accent, hit, soft and rest`() throws {
    #expect(try StepNotation.steps("Xxo.").map { $0?.velocity.value } == [120, 96, 56, nil])
  }

  @Test func `blanks and bars are for the eye only`() throws {
    #expect(try StepNotation.steps("| X..x | ..x. |") == StepNotation.steps("X..x..x."))
  }

  @Test(arguments: ["", "x", "X..x..x...x.x...", "oooo", "...."])
  func `text and steps undo each other`(text: String) throws {
    #expect(try StepNotation.text(StepNotation.steps(text)) == text)
  }

  @Test func `beats are set apart on request`() throws {
    let steps = try StepNotation.steps("x.ox.ox")
    #expect(StepNotation.text(steps, stepsPerBeat: 3) == "x.o x.o x")
  }

  @Test func `a velocity between the marks has no text`() {
    #expect(StepNotation.text([Step(Velocity(clamping: 97))]) == nil)
  }

  @Test func `a strange mark is named with its step and column`() {
    #expect(throws: StepNotationError(mark: "y", column: 6, step: 4)) {
      try StepNotation.steps("x... |y...")
    }
    #expect(
      StepNotationError(mark: "\u{1B}", column: 0, step: 0).reason.hasPrefix("a control character"))
    #expect(
      StepNotationError(mark: "y", column: 6, step: 4).description
        == "step 5 (column 7): “y” is none of X (accent), x, o (soft) and . (rest)")
  }
}
