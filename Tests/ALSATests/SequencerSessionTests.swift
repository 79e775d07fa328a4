import ALSASequencer
import Glibc
import MIDI
import MusicalTime
import Testing

extension ALSATests {
  @Suite(.serialized) struct Sessions {
    /// Reproducible random numbers.
    private struct Chance: RandomNumberGenerator {
      var state: UInt64
      mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 32
      }
    }

    @Test func `after random playing and withdrawing no note hangs`() throws {
      var chance = Chance(state: 7)
      for session in 0..<40 {
        let rig = try Rig(name: "Session \(session)")
        let judge = try Peer("Judge")
        try judge.listen(to: rig.notes, stampedBy: rig.client.queue)
        for _ in 0..<40 {
          let time = HostTime.soon(milliseconds: Int64.random(in: -2...25, using: &chance))
          let note = UInt8.random(in: 36..<46, using: &chance)
          switch Int.random(in: 0..<8, using: &chance) {
          case 0: rig.withdraw(from: time)
          case 1: rig.send(.noteOn(channel: 9, note: note, velocity: 80), at: time)
          case 2: rig.send(.noteOff(channel: 9, note: note), at: time)
          default:
            rig.play(note: note, at: time, milliseconds: .random(in: 1...40, using: &chance))
          }
          usleep(UInt32.random(in: 0..<1_500, using: &chance))
        }
        rig.client.close()
        var sounding: Set<UInt8> = []
        let heard = judge.heard()
        for event in heard {
          if event.isOn { sounding.insert(event.note) }
          if event.isOff { sounding.remove(event.note) }
        }
        #expect(heard.count(where: \.isOn) > 0)
        #expect(
          sounding.isEmpty,
          "session \(session): \(heard.filter { sounding.contains($0.note) })")
      }
    }
  }
}
