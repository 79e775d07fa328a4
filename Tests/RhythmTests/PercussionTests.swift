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

  @Test func `a pattern reports which of its lanes are not heard in the audio`() throws {
    let steps = [Step(Velocity(clamping: 100))]
    let claves = Lane(try #require(Voice(name: "claves")), steps: steps)
    let note = Lane(try #require(Voice(note: 64, channel: 2)), steps: steps)
    let pattern = try Pattern(stepCount: 1, lanes: [Lane(drum: .kick, steps: steps), claves, note])
    let small = KeySet(35...60)
    #expect(
      [pattern].midiOnlyRemark(beside: small)
        == "lanes 75@10 (Claves), 64@3: MIDI only, not heard in the audio; "
        + "the SoundFont has no sound on those keys of channel 10")
    #expect(
      [pattern].midiOnlyRemark(beside: KeySet(35...81))
        == "lane 64@3: MIDI only, not heard in the audio")
    let alone = try pattern.with(lanes: [claves])
    #expect([alone].midiOnlyRemark(beside: small)?.hasPrefix("lane 75@10") == true)
    #expect([alone].midiOnlyRemark(beside: .all) == nil)
    #expect(try [pattern.with(lanes: [pattern.lanes[0]])].midiOnlyRemark(beside: small) == nil)
    var muted = claves
    muted.isMuted = true
    #expect(try [pattern.with(lanes: [muted])].midiOnlyRemark(beside: small) == nil)
  }

  @Test func `of several patterns each such lane is reported once, and the first of many`()
    throws
  {
    func pattern(_ notes: ClosedRange<Int>) throws -> Pattern {
      let voices = try notes.map { try #require(Voice(note: $0, channel: 2)) }
      return try Pattern(
        stepCount: 1,
        lanes: voices.map { Lane($0, steps: [Step(Velocity(clamping: 100))]) })
    }
    let few = [try pattern(1...2), try pattern(2...3)]
    #expect(
      few.midiOnlyRemark(beside: .all)
        == "lanes 1@3, 2@3, 3@3: MIDI only, not heard in the audio")
    let many = [try pattern(1...16), try pattern(10...20)]
    #expect(many.midiOnlyRemark(beside: .all)?.contains(", 16@3 and 4 more: ") == true)
    #expect([Pattern]().midiOnlyRemark(beside: .all) == nil)
  }

  @Test func `a set of keys has those it was made of`() {
    var keys = KeySet(35...60)
    keys.formUnion(KeySet(75...75))
    #expect((0...127).filter { keys.contains($0) } == Array(35...60) + [75])
    #expect(
      keys.intersection(KeySet(60...200))
        == {
          var both = KeySet(60...60)
          both.formUnion(KeySet(75...75))
          return both
        }())
    #expect(KeySet.all.contains(0) && KeySet.all.contains(127) && !KeySet.all.contains(128))
    #expect(KeySet(128...200) == KeySet() && !KeySet().contains(0))
  }
}
