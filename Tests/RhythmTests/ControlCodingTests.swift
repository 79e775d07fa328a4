import Rhythm
import Testing

/// How controllers' values are read.
@Suite struct ControlCodingTests {
  @Test(
    arguments: [
      (ControlCoding.twosComplement, [1, 2, 63, 127, 126, 64, 0], [1, 2, 63, -1, -2, -64, 0]),
      (.offset, [65, 66, 127, 63, 62, 0, 64], [1, 2, 63, -1, -2, -64, 0]),
      (.signBit, [1, 2, 63, 65, 66, 127, 64, 0], [1, 2, 63, -1, -2, -63, 0, 0]),
    ] as [(ControlCoding, [UInt8], [Int])])
  func `each kind of encoder counts its steps up and down`(
    coding: ControlCoding, values: [UInt8], steps: [Int]
  ) {
    #expect(values.map { coding.steps($0) } == steps)
  }

  @Test(
    arguments: [
      (ControlCoding.twosComplement, [65, 66, 79, 80], [-1, -2, -15, -48]),
      (.offset, [1, 2, 15, 16], [1, 2, 15, -48]),
    ] as [(ControlCoding, [UInt8], [Int])])
  func `more steps at once than a hand turns are those of an encoder with a sign bit`(
    coding: ControlCoding, values: [UInt8], steps: [Int]
  ) {
    #expect(values.map { coding.steps($0) } == steps)
  }

  @Test(
    arguments: [
      ([1, 1, 1], true), ([65, 65, 66], true), ([1, 1, 127], false), ([1, 1, 65], false),
      ([65, 65, 63], false), ([127, 127], false), ([63, 63], false), ([1, 2, 3], false),
    ] as [([UInt8], Bool)])
  func `what an encoder sends one way is ambiguous where another kind sends it the other way`(
    values: [UInt8], isAmbiguous: Bool
  ) {
    #expect(ControlCoding.isAmbiguous(values) == isAmbiguous)
  }

  @Test func `a position has no steps`() {
    #expect(ControlCoding.absolute.steps(65) == nil)
    #expect(ControlCoding.fourteenBits.steps(65) == nil)
  }

  @Test(
    arguments: [
      ([64, 65, 66, 68], .absolute), ([127], .absolute), ([1, 2, 3], .absolute),
      ([127, 0, 127], .absolute), ([20, 20, 21], .absolute), ([1, 1, 1], .twosComplement),
      ([127, 127, 126], .twosComplement), ([1, 1, 127], .twosComplement), ([65, 65, 63], .offset),
      ([65, 65, 65], .offset), ([63, 63], .offset), ([1, 1, 65], .signBit),
    ] as [([UInt8], ControlCoding)])
  func `how a controller is coded is seen from what it sends`(
    values: [UInt8], coding: ControlCoding
  ) {
    #expect(ControlCoding(of: values) == coding)
  }

  @Test func `an assignment to a channel goes before one to the channel of notes`() {
    let map = InputMap(
      notes: [:],
      controls: [
        ControlAssignment(.controller(20), .play),
        ControlAssignment(.controller(20), .stop, channel: 0),
        ControlAssignment(.controller(3), .panic, channel: 2, coding: .fourteenBits),
      ])
    #expect(map.assignment(of: .controller(20), on: 0)?.action == .stop)
    #expect(map.assignment(of: .controller(20), on: 9)?.action == .play)
    #expect(map.assignment(of: .controller(35), on: 2)?.action == .panic)
    #expect(map.assignment(of: .controller(35), on: 3) == nil)
    #expect(map.assignment(of: .note(20), on: 0) == nil)
  }
}
