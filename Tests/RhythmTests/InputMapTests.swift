import MusicalTime
import Rhythm
import Testing

@Suite struct InputMapTests {
  let map = InputMap.standard

  @Test func `General MIDI's notes play their drums, and hi-hat edges play hi-hats`() {
    #expect((35...60).allSatisfy { map.drum(forNote: $0) == Drum(note: $0) })
    #expect(map.drum(forNote: 22) == .closedHat)
    #expect(map.drum(forNote: 26) == .openHat)
    #expect(map.drum(forNote: 21) == .pedalHat)
    #expect(map.drum(forNote: 20) == nil)
    #expect(map.drum(forNote: 61) == nil)
  }

  @Test func `a mapped note takes precedence over General MIDI's`() {
    let map = InputMap(notes: [38: .clap], controls: [])
    #expect(map.drum(forNote: 38) == .clap)
    #expect(map.drum(forNote: 40) == .snare2)
  }

  @Test func `a button is triggered from 64 up`() {
    #expect(map.command(controller: 117, value: 127) == ["play"])
    #expect(map.command(controller: 116, value: 64) == ["stop"])
    #expect(map.command(controller: 118, value: 64) == ["continue"])
    #expect(map.command(controller: 119, value: 100) == ["panic"])
    #expect(map.command(controller: 116, value: 63) == nil)
    #expect(map.command(controller: 115, value: 127) == nil)
  }

  @Test func `the tempo fader moves one beat per minute per step`() {
    for value in UInt8(0)...127 {
      #expect(
        map.command(controller: 16, value: value) == ["tempo", "\(60 + Int(value))"])
    }
  }

  @Test func `the level fader ends at the patch's own level`() {
    #expect(map.command(controller: 17, value: 0) == ["level", "-60"])
    #expect(map.command(controller: 17, value: 127) == ["level", "0"])
  }

  @Test func `a pad can start and stop`() {
    let map = InputMap(notes: [:], controls: [ControlAssignment(.note(60), .toggle)])
    #expect(map.command(note: 60, velocity: Velocity(clamping: 1)) == ["toggle"])
    #expect(map.command(note: 59, velocity: Velocity(clamping: 1)) == nil)
    #expect(map.command(controller: 60, value: 127) == nil)
  }
}
