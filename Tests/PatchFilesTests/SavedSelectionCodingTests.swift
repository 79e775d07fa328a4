import Commands
import GhostnoteTesting
import MusicalTime
import PatchFiles
import Rhythm
import Testing

@Suite struct SavedSelectionCodingTests {
  private func patch(_ groups: String) throws -> Patch {
    let json = """
      {"format": "ghostnote-patch/1", "pattern": {"steps": 4}, "groups": \(groups)}
      """
    return try Patch(json: Array(json.utf8), file: "g.json")
  }

  @Test func `saved selections are read as they are written`() throws {
    let saved = try patch(
      """
      [{"number": 1, "name": "lick", "lanes": [{"drum": "kick", "steps": "X.o"}, {"voice": "64@3", "steps": ".x"}]},
       {"number": 3, "markers": [0, {"beat": "1/3", "amplitude": 0.5}]}]
      """
    ).savedSelections
    let voice = try #require(Voice(note: 64, channel: 2))
    #expect(saved.count == 16)
    #expect(
      saved[0]
        == SavedSelection(
          name: "lick",
          .hits([
            SavedSelection.Hit(Voice(.kick), marker: 0, Step(StepNotation.accent)),
            SavedSelection.Hit(Voice(.kick), marker: 2, Step(StepNotation.soft)),
            SavedSelection.Hit(voice, marker: 1, Step(StepNotation.hit)),
          ])))
    #expect(saved[1] == nil)
    #expect(
      saved[2]
        == SavedSelection(.markers([Marker(.zero), Marker(Beats(1, over: 3), amplitude: 0.5)])))
  }

  @Test func `whatever is saved of selections comes back from the file`() throws {
    var chance = SplitMix64(seed: 21)
    for _ in 0..<300 {
      var patch = Patch()
      for number in 0..<16 where chance.once(in: 3) {
        patch.savedSelections[number] = try? EditedPattern.random(using: &chance)
          .savedSelection(named: chance.once(in: 2) ? "" : "a \"b\"")
      }
      #expect(try Patch(json: Array(patch.json.utf8), file: "x") == patch)
    }
  }

  @Test func `of markers on one beat the loudest is saved, and read where a file has them all`()
    throws
  {
    let amplitudes = [1, 0.25, 0.5, 1, 1, 0.75]
    let grid = try Grid(
      length: Beats(4), tempering: Tempering("7:5 1"), amplitudes: amplitudes)
    var tempered = Patch(pattern: try Pattern(grid: grid))
    let all = Selection(allOf: .markers, in: tempered.pattern)
    let saved = try EditedPattern(tempered.pattern, all).savedSelection(named: "five")
    let fifths: [(Int64, Double)] = [(0, 1), (4, 0.5), (8, 1), (12, 1), (16, 1)]
    let markers = fifths.map { Marker(Beats($0.0, over: 5), amplitude: $0.1) }
    #expect(saved == SavedSelection(name: "five", .markers(markers)))
    tempered.savedSelections[0] = saved
    #expect(try Patch(json: Array(tempered.json.utf8), file: "x") == tempered)
    let early = try patch(
      """
      [{"number": 1, "name": "five", "markers": [
        "0", {"beat": "4/5", "amplitude": 0.25}, {"beat": "4/5", "amplitude": 0.5}, "8/5", "12/5",
        {"beat": "16/5", "amplitude": 0.75}, "16/5"]}]
      """)
    #expect(early.savedSelections[0] == saved)
  }

  @Test(arguments: [
    "[{}]", "[3]", "{}", "[{\"number\": 1, \"markers\": [0], \"lanes\": []}]",
    "[{\"number\": 1, \"markers\": [\"x\"]}]",
    "[{\"number\": 1, \"lanes\": [{\"drum\": \"gong\", \"steps\": \"x\"}]}]",
    "[{\"number\": 1, \"lanes\": [{\"drum\": \"kick\", \"steps\": \"xy\"}]}]",
    "[{\"number\": 17, \"markers\": [0]}]",
    "[{\"number\": 1, \"markers\": [0]}, {\"number\": 1, \"markers\": [0]}]",
  ])
  func `what is not a list of saved selections is refused with its position`(groups: String) {
    let error = #expect(throws: PatchError.self) { try patch(groups) }
    #expect(error?.description.contains("group") == true, "\(error?.description ?? "")")
  }
}
