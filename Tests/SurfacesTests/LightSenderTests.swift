import MIDI
import MusicalTime
import Surfaces
import Testing

/// Which lights are set when more of them change than messages may be sent.
@Suite struct LightSenderTests {
  /// Sends ten times a second what sets `count` lights to the values of `value`, by light and turn; returns
  /// the light and the value of each message of each turn.
  private func sent(
    lights count: Int, turns: Int, _ value: (Int, Int) -> UInt8
  ) -> [[[UInt8]]] {
    var sender = LightSender(lights: count)
    return (0..<turns).map { turn in
      let wanted = (0..<count).map { light in
        ShortMessage.noteOn(channel: 0, note: UInt8(light), velocity: value(light, turn))
      }
      let now = HostTime(nanoseconds: Int64(turn) * 100_000_000)
      return sender.messages(at: now, wanted).map { [$0[1], $0[2]] }
    }
  }

  @Test(arguments: [41, 64, 100, 128])
  func `lights that change all the time are set in turn, each with its newest value`(count: Int) {
    let sent = sent(lights: count, turns: 20) { _, turn in UInt8(turn + 1) }
    // Forty at once, then 350 a second; none twice in a message.
    #expect(sent.map(\.count) == [40] + Array(repeating: 35, count: 19))
    let lights = sent.joined().map { Int($0[0]) }
    #expect(lights == lights.indices.map { $0 % count })
    for (turn, messages) in sent.enumerated() {
      #expect(messages.allSatisfy { $0[1] == UInt8(turn + 1) })
    }
  }

  @Test func `a light that changes once does not wait for busy ones before it`() {
    let sent = sent(lights: 100, turns: 6) { light, turn in light < 60 ? UInt8(turn + 1) : 99 }
    let calm = sent.map { messages in messages.filter { $0[1] == 99 }.map { Int($0[0]) } }
    #expect(calm == [[], Array(60..<75), Array(75..<100), [], [], []])
    // From then on the busy ones have all of it.
    #expect(sent[3...].allSatisfy { $0.count == 35 })
  }
}
