import MIDI
import MusicalTime
import Surfaces
import Testing

/// When lights are sent, again, and off.
@Suite struct LightSenderRateTests {
  private static func wanted(_ values: UInt8...) -> [ShortMessage] {
    values.enumerated().map { .noteOn(channel: 0, note: UInt8($0), velocity: $1) }
  }

  private static func time(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func `a light is sent once, and again where the device may have changed it`() {
    var sender = LightSender(lights: 3)
    let wanted = Self.wanted(1, 2, 3)
    #expect(
      sender.messages(at: Self.time(0), wanted) == [[0x90, 0, 1], [0x90, 1, 2], [0x90, 2, 3]])
    #expect(sender.messages(at: Self.time(1), wanted).isEmpty)
    #expect(sender.isDone(wanted) && !sender.isDone(Self.wanted(1, 2, 4)))
    sender.forget(1)
    #expect(!sender.isDone(wanted))
    #expect(sender.messages(at: Self.time(2), wanted) == [[0x90, 1, 2]])
    #expect(sender.messages(at: Self.time(3), Self.wanted(1, 2, 0)) == [[0x90, 2, 0]])
  }

  @Test func `what opens the device goes before its lights, again where it returns`() {
    var sender = LightSender(lights: 1, opening: [[0xF0, 1, 0xF7], [0xB0, 0, 5]])
    let wanted = Self.wanted(9)
    let all: [[UInt8]] = [[0xF0, 1, 0xF7], [0xB0, 0, 5], [0x90, 0, 9]]
    #expect(!sender.isDone(wanted))
    #expect(sender.messages(at: Self.time(0), wanted) == all)
    #expect(sender.isDone(wanted))
    sender.restart(opening: [[0xF0, 2, 0xF7]])
    #expect(sender.messages(at: Self.time(0), wanted) == [[0xF0, 2, 0xF7], [0x90, 0, 9]])
  }

  @Test func `a long opening waits for its turn, and the lights for it`() {
    let opening = (0..<60).map { [0xB0, UInt8($0), 1] }
    var sender = LightSender(lights: 1, opening: opening)
    let wanted = Self.wanted(9)
    #expect(sender.messages(at: Self.time(0), wanted) == Array(opening[..<LightSender.burst]))
    #expect(sender.messages(at: Self.time(20), wanted) == Array(opening[40..<47]))
    #expect(sender.messages(at: Self.time(1_020), wanted) == opening[47...] + [[0x90, 0, 9]])
  }

  @Test func `a rest saves up a burst and no more, and a clock that steps back nothing`() {
    var sender = LightSender(lights: 128)
    let wanted = { (value: UInt8) in
      (0..<128).map { ShortMessage.noteOn(channel: 0, note: UInt8($0), velocity: value) }
    }
    #expect(sender.messages(at: Self.time(5_000), wanted(1)).count == LightSender.burst)
    #expect(sender.messages(at: Self.time(4_000), wanted(1)).isEmpty)
    #expect(sender.messages(at: Self.time(4_010), wanted(1)).count == 3)
    #expect(sender.messages(at: Self.time(3_600_000), wanted(2)).count == LightSender.burst)
  }

  @Test func `in any second there are at most 390 messages`() {
    var sender = LightSender(lights: 100)
    var sent: [Int] = []
    for turn in 0..<400 {
      let wanted = (0..<100).map {
        ShortMessage.noteOn(channel: 0, note: UInt8($0), velocity: UInt8(turn % 100 + 1))
      }
      // Turns of 7 ms, and a rest in the middle.
      let now = Self.time(Int64(turn * 7 + (turn > 200 ? 2_000 : 0)))
      let count = sender.messages(at: now, wanted).count
      sent += Array(repeating: turn * 7 + (turn > 200 ? 2_000 : 0), count: count)
    }
    for (index, first) in sent.enumerated() where index % 50 == 0 {
      #expect(sent[index...].prefix { $0 < first + 1_000 }.count <= 390)
    }
    #expect(sent.count > 350 * 2)
  }

  @Test func `what is on or may be is turned off, and nothing else`() {
    var sender = LightSender(lights: 4)
    let off = Self.wanted(0, 0, 0, 0)
    #expect(sender.clear(off).isEmpty, "nothing was sent")
    _ = sender.messages(at: Self.time(0), Self.wanted(1, 0, 3, 0))
    // The device may have lit it itself.
    sender.forget(3)
    #expect(sender.clear(off) == [[0x90, 0, 0], [0x90, 2, 0], [0x90, 3, 0]])
    #expect(sender.clear(off).isEmpty, "and once only")
    #expect(sender.messages(at: Self.time(100), Self.wanted(1, 0, 3, 4)).count == 4)
    // Messages were lost, and not sent again yet.
    sender.restart(opening: [])
    #expect(sender.clear(off).count == 4)
  }
}
