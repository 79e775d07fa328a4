import MusicalTime
import Rhythm
import Testing

/// General MIDI's percussion outside the kit.
@Suite struct PercussionTests {
  @Test(arguments: [
    ("claves", 75), ("Low Bongo", 61), ("conga", 63), ("open-hi-conga", 63), ("low conga", 64),
    ("timbale", 65), ("High Timbale", 65), ("agogo", 67), ("agogô", 67), ("maracas", 70),
    ("güiro", 73), ("Open Triangle", 81), ("shaker", 82), ("surdo", 87), ("mute surdo", 86),
  ])
  func `an instrument name is a note on channel 10`(name: String, note: Int) {
    #expect(Voice(name: name) == Voice(note: note, channel: 9))
  }

  @Test func `drums keep their names, and other names are unknown`() {
    #expect(Voice(name: "bongo") == Voice(.bongo))
    #expect(Voice(name: "cowbell")?.drum == .cowbell)
    #expect(Voice(name: "64@3") == Voice(note: 64, channel: 2))
    for name in ["", "cong", "claves2", "75@", "82", "ô"] { #expect(Voice(name: name) == nil) }
  }

  @Test func `a pattern reports which of its lanes are MIDI only`() throws {
    let steps = [Step(Velocity(clamping: 100))]
    let claves = Lane(try #require(Voice(name: "claves")), steps: steps)
    let note = Lane(try #require(Voice(note: 64, channel: 2)), steps: steps)
    let pattern = try Pattern(stepCount: 1, lanes: [Lane(drum: .kick, steps: steps), claves, note])
    #expect(
      pattern.midiOnlyRemark
        == "lanes 75@10 (Claves), 64@3: MIDI only, not heard in the audio")
    #expect(try pattern.with(lanes: [claves]).midiOnlyRemark?.hasPrefix("lane 75@10") == true)
    #expect(try pattern.with(lanes: [pattern.lanes[0]]).midiOnlyRemark == nil)
    var muted = claves
    muted.isMuted = true
    #expect(try pattern.with(lanes: [muted]).midiOnlyRemark == nil)
  }
}
