import Commands
import GhostnoteTesting
import MusicalTime
import PatchFiles
import Rhythm
import Testing

@Suite struct GroupCodingTests {
  private func patch(_ groups: String) throws -> Patch {
    let json = """
      {"format": "ghostnote-patch/1", "pattern": {"steps": 4}, "groups": \(groups)}
      """
    return try Patch(json: Array(json.utf8), file: "g.json")
  }

  @Test func `groups are read as they are written`() throws {
    let groups = try patch(
      """
      [{"number": 1, "name": "lick", "lanes": [{"drum": "kick", "steps": "X.o"}, {"voice": "64@3", "steps": ".x"}]},
       {"number": 3, "markers": [0, {"beat": "1/3", "amplitude": 0.5}]}]
      """
    ).groups
    let voice = try #require(Voice(note: 64, channel: 2))
    #expect(groups.count == 16)
    #expect(
      groups[0]
        == Group(
          name: "lick",
          .hits([
            Group.Hit(Voice(.kick), marker: 0, Step(StepNotation.accent)),
            Group.Hit(Voice(.kick), marker: 2, Step(StepNotation.soft)),
            Group.Hit(voice, marker: 1, Step(StepNotation.hit)),
          ])))
    #expect(groups[1] == nil)
    #expect(
      groups[2]
        == Group(.markers([Marker(.zero), Marker(Beats(1, over: 3), amplitude: 0.5)])))
  }

  @Test func `whatever is saved in groups comes back from the file`() throws {
    var chance = SplitMix64(seed: 21)
    for _ in 0..<300 {
      var patch = Patch()
      for number in 0..<16 where chance.once(in: 3) {
        patch.groups[number] = try? EditedPattern.random(using: &chance)
          .group(named: chance.once(in: 2) ? "" : "a \"b\"")
      }
      #expect(try Patch(json: Array(patch.json.utf8), file: "x") == patch)
    }
  }

  @Test(arguments: [
    "[{}]", "[3]", "{}", "[{\"number\": 1, \"markers\": [0], \"lanes\": []}]",
    "[{\"number\": 1, \"markers\": [\"x\"]}]",
    "[{\"number\": 1, \"lanes\": [{\"drum\": \"gong\", \"steps\": \"x\"}]}]",
    "[{\"number\": 1, \"lanes\": [{\"drum\": \"kick\", \"steps\": \"xy\"}]}]",
    "[{\"number\": 17, \"markers\": [0]}]",
    "[{\"number\": 1, \"markers\": [0]}, {\"number\": 1, \"markers\": [0]}]",
  ])
  func `what is not a bank of groups is refused with its position`(groups: String) {
    let error = #expect(throws: PatchError.self) { try patch(groups) }
    #expect(error?.description.contains("group") == true, "\(error?.description ?? "")")
  }
}
