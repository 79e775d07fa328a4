import ControlSocket
import Rhythm
import Testing

@testable import Daemon

/// What those who watch `state` are shown of the pattern.
@Suite struct PatternWatchingTests {
  private func node(_ text: String) throws -> [String: JSONNode] {
    let pattern = try PatternNotation.pattern(text)
    guard case .object(let members) = pattern.watchedNode(number: 2) else { return [:] }
    return members
  }

  private func text(_ members: [String: JSONNode], _ key: String) -> String {
    members[key]?.text ?? "nothing"
  }

  @Test func `a plain step is its velocity, and one with marks says what they are`() throws {
    let pattern = try node("name: A\ngrid: 4/4\nkick: X.x?50*3<40@-1/96&1:4 o")
    #expect(text(pattern, "name") == #""A""#)
    #expect(text(pattern, "number") == "2")
    #expect(
      text(pattern, "lanes")
        == #"[{"steps":[120,null,{"condition":"1:4","offset":"-1/96","probability":50,"#
        + #""ratchet":[3,40],"text":"x?50*3<40@-1/96&1:4","velocity":96},56],"voice":"kick"}]"#)
  }

  @Test func `an uneven grid has the beats of its markers, and a lane those of its own`() throws {
    let pattern = try node(
      "grid: 2 beats: 0 1/3=0.5 2/3 3/2\nkick: x...\nsnare [grid 3/2, ratio 3/2, turn 1, group 2, mute]: x.x"
    )
    #expect(
      text(pattern, "grid")
        == #"{"amplitudes":[1,0.5,1,1],"beats":[0,0.333333,0.666667,1.5],"length":2,"stepsPerBeat":null}"#
    )
    let lanes = text(pattern, "lanes")
    #expect(lanes.contains(#""grid":{"beats":[0,0.5,1],"length":1.5,"stepsPerBeat":2}"#))
    #expect(lanes.contains(#""ratio":"3/2""#))
    #expect(lanes.contains(#""speed":1.5"#))
    #expect(lanes.contains(#""group":2,"mute":true"#))
  }

  @Test func `a grid that a tempering moves has the beats of each loop`() throws {
    let pattern = try node("grid: 4 beats tempered 2:2(1,2) 1/2\nkick: xx")
    #expect(
      text(pattern, "grid").contains(
        #""temper":{"amounts":[0.5],"lower":{"beats":[0,1],"count":2}"#))
    let moving = try node("grid: 3 beats tempered 3:2(1,2) 0 to 1 over 4 back map 1,1,2\nkick: x..")
    let grid = text(moving, "grid")
    #expect(grid.contains(#""loops":[[0,1,2],[0,0.5,1.75],[0,0,1.5],[0,0.5,1.75]]"#), "\(grid)")
    #expect(grid.contains(#""mapping":[0,0,1]"#))
    #expect(grid.contains(#""amounts":[0,0.5,1,0.5]"#))
  }
}
