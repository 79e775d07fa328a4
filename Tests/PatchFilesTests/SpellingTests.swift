import Commands
import PatchFiles
import Rhythm
import Shell
import Testing

@Suite struct SpellingTests {
  @Test(arguments: [
    ("tempi", "tempo"), ("setps", "steps"), ("Lanes", "lanes"), ("lane", "lanes"),
  ]) func `a slip of the finger finds its word`(typed: String, meant: String) {
    let words = ["steps", "tempo", "lanes", "stepsPerBeat"]
    #expect(Spelling.nearest(to: typed, among: words) == meant)
  }

  @Test(arguments: ["", "x", "groove", "stepsPerBeatAndMore"])
  func `what is like nothing finds nothing`(typed: String) {
    #expect(Spelling.nearest(to: typed, among: ["steps", "tempo", "lanes"]) == nil)
  }

  @Test(arguments: ["z", "?", "ab", "at", "12"])
  func `of a word too short to be misspelt nothing is guessed`(typed: String) {
    #expect(Spelling.nearest(to: typed, among: ["x", "a", "in"]) == nil)
    #expect(Spelling.nearest(to: "Tib", among: ["x", "tab"]) == "tab")
  }

  @Test(arguments: [
    ("snair", Drum.snare), ("hi-hat", .closedHat), ("open hat", .openHat), ("bass drum", .kick),
    ("Ride Bel", .rideBell), ("coebell", .cowbell),
  ]) func `drummers' words find drums`(typed: String, drum: Drum) {
    #expect(Drum.nearest(toName: typed) == drum)
  }

  @Test func `an empty word is not suggested`() {
    #expect(Spelling.nearest(to: "Z", among: [""]) == nil)
    #expect(Spelling.nearest(to: "Z", among: ["", "z"]) == "z")
  }
}
