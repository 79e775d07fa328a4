import GhostnoteTesting
import MusicalTime
import Rhythm
import Sequencing
import Testing

/// The audio thread's table of notes and controls, against the map that it was made of.
@Suite struct InputTableTests {
  private static func map(seed: UInt64) -> InputMap {
    var chance = SplitMix64(seed: seed)
    var notes: [UInt8: Drum] = [:]
    for _ in 0..<20 {
      notes[UInt8.random(in: 0...127, using: &chance)] = Drum(
        clampingIndex: Int.random(in: 0..<Drum.count, using: &chance))
    }
    let controls = (0..<12).map { _ in
      let number = UInt8.random(in: 0...127, using: &chance)
      let triggers: [ControlAssignment.Trigger] = [
        .controller(number), .controller(number % 32), .note(number), .pitchBend,
      ]
      return ControlAssignment(
        triggers[Int.random(in: 0..<4, using: &chance)], .stop,
        channel: chance.once(in: 3) ? nil : UInt8.random(in: 0...15, using: &chance),
        coding: chance.once(in: 2) ? .fourteenBits : .absolute)
    }
    return InputMap(notes: notes, controls: controls)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `notes play the drums of the map, each of the 128`(seed: UInt64) {
    let map = Self.map(seed: seed)
    let table = InputTable(map)
    #expect((0..<128).allSatisfy { table.drum(note: $0) == map.drum(forNote: $0) })
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a control is one on its channel, or where notes are heard`(seed: UInt64) {
    let map = Self.map(seed: seed)
    let table = InputTable(map)
    for channel in 0..<16 as Range<UInt8> {
      for isOwn in [false, true] {
        func isAssigned(_ matches: (ControlAssignment) -> Bool) -> Bool {
          map.controls.contains { control in
            matches(control) && (control.channel.map { $0 == channel } ?? isOwn)
          }
        }
        for number in 0..<128 as Range<UInt8> {
          #expect(
            table.isControl(note: number, channel: channel, isOwn: isOwn)
              == isAssigned { $0.trigger == .note(number) })
          #expect(
            table.isControl(controller: number, channel: channel, isOwn: isOwn)
              == isAssigned { $0.controllers.contains(number) })
        }
        #expect(
          table.isControl(bendOn: channel, isOwn: isOwn)
            == isAssigned { $0.trigger == .pitchBend })
      }
    }
  }

  @Test func `programs select patterns on the channel that was chosen`() throws {
    var map = InputMap(notes: [:], controls: [])
    let kit = InputTable(map)
    #expect((0..<16).allSatisfy { !kit.selectsPatterns(channel: $0) })
    map.programs = .pattern(try #require(PatternPrograms(channel: 15)))
    let table = InputTable(map)
    #expect((0..<16).filter { table.selectsPatterns(channel: $0) } == [15])
  }

  @Test func `a table without a map has General MIDI's drums and no controls`() {
    let table = InputTable()
    #expect((0..<128).filter { table.drum(note: $0) != nil } == Array(35...60))
    #expect((0..<128).allSatisfy { !table.isControl(controller: $0, channel: 9, isOwn: true) })
  }
}
