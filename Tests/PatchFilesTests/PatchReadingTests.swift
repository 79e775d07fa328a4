import Commands
import GhostnoteTesting
import MusicalTime
import PatchFiles
import Rhythm
import Testing

@Suite struct PatchReadingTests {
  @Test func `format and pattern are enough`() throws {
    let patch = try Patch.reading(#""pattern": {}"#)
    #expect(patch.name == "foo")
    #expect(patch.tempo == .standard)
    #expect(patch.pattern.stepCount == 16)
    #expect(patch.pattern.loops)
    #expect(patch.kit == KitDescription())
    #expect(patch.input == .standard)
  }

  @Test func `a lane is written in marks or as velocities`() throws {
    let patch = try Patch.reading(
      #"""
      "pattern": {"steps": 4, "lanes": [
        {"drum": "kick", "steps": "X.|o."},
        {"drum": "Acoustic Snare", "steps": [0, 1, 0, 127]},
        {"drum": 42, "steps": "xxxx", "solo": true}]}
      """#)
    #expect(patch.pattern.lanes.map(\.voice.drum) == [.kick, .snare, .closedHat])
    #expect(
      patch.pattern.lanes.map { $0.steps.map { Int($0?.velocity.value ?? 0) } }
        == [[120, 0, 56, 0], [0, 1, 0, 127], [96, 96, 96, 96]])
    #expect(patch.pattern.audibleLanes.map(\.voice.drum) == [.closedHat])
  }

  @Test func `a drum's settings leave the others as usual`() throws {
    let patch = try Patch.reading(
      #"""
      "pattern": {}, "kit": {"soundFont": "My.sf2", "program": 8, "level": -3, "drums": {
        "snare": {"level": -2, "pan": 0.1, "tuning": -50, "decay": 0.4, "output": 2,
                  "choke": "snares", "velocityCurve": "soft"},
        "openhat": {"choke": null}}}
      """#)
    var kit = KitDescription(soundFont: "My.sf2", program: 8, level: -3)
    kit[.snare].sound.level = -2
    kit[.snare].sound.pan = 0.1
    kit[.snare].sound.tuning = -50
    kit[.snare].sound.decay = 0.4
    kit[.snare].sound.output = 2
    kit[.snare].chokeGroup = "snares"
    kit[.snare].velocityCurve = .soft
    kit[.openHat].chokeGroup = nil
    #expect(patch.kit == kit)
  }

  @Test func `notes and controls that are written take the place of the usual ones`() throws {
    let patch = try Patch.reading(
      #"""
      "pattern": {}, "input": {"notes": {"64": "cowbell"}, "controls": [
        {"cc": 20, "do": "tempo", "to": 120}, {"note": 99, "do": "panic"},
        {"bend": true, "channel": 3, "do": "level snare"}]}
      """#)
    #expect(patch.input.notes == [64: .cowbell])
    #expect(
      patch.input.controls == [
        ControlAssignment(
          .controller(20), .tempo(from: Tempo(clampingBPM: 60), to: Tempo(clampingBPM: 120))),
        ControlAssignment(.note(99), .panic),
        ControlAssignment(
          .pitchBend, ControlAction(["level", "snare"], gives: .range(from: -60, to: 12)),
          channel: 2),
      ])
    let notesOnly = try Patch.reading(#""pattern": {}, "input": {"notes": {}}"#)
    #expect(notesOnly.input.notes.isEmpty)
    #expect(notesOnly.input.controls == InputMap.standard.controls)
  }
}
