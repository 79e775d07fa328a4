import Commands
import Control
import Foundation
import GhostnoteTesting
import Testing

extension ALSATests {
  @Suite(.serialized) struct DaemonRegeneration {
    /// Standard deviation of the distances between neighbours, in milliseconds.
    private func unevenness(_ ticks: some Collection<Int64>) -> Double {
      let apart = zip(ticks, ticks.dropFirst()).map { Double($1 - $0) / 1e6 }
      let mean = apart.reduce(0, +) / Double(apart.count)
      let squares = apart.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
      return (squares / Double(apart.count)).squareRoot()
    }

    @Test func `a clock with 2 ms of jitter is regenerated evenly, without lost or doubled ticks`()
      throws
    {
      let ensemble = try Ensemble(byName: true)
      var dice = SplitMix64(seed: 3)
      let count = 32 * 24
      let shaken = Cue.ticks(count, from: 5_000_000).map { cue in
        Cue.tick(cue.nanoseconds + .random(in: -2_000_000...2_000_000, using: &dice))
      }
      try ensemble.lead(
        [.start()] + shaken + [.stop(after: shaken)])
      let heard = ensemble.heard()
      #expect(heard.transport == ["start", "stop"])
      #expect(heard.first?.name == "start" && heard.last?.name == "stop")
      #expect(heard.ticks.count == count)
      #expect(try ensemble.restingTick() == count)
      // The first beats are needed to find the tempo.
      let (sent, left) = (
        unevenness(shaken.dropFirst(96).map(\.nanoseconds)), unevenness(heard.ticks.dropFirst(96))
      )
      print("regenerated: ticks apart by ± \(sent) ms from the master, ± \(left) ms from us")
      let status = try #require(ensemble.daemon.session.status())
      #expect(status.clock.ticksLost == 0 && status.clock.ticksDropped == 0)
      #expect(ensemble.daemon.session.end().status == 0)
    }

    @Test func `the master's doubled and missing ticks are corrected`() throws {
      let ensemble = try Ensemble(byName: true)
      let count = 20 * 24
      var cues: [Cue] = [.start()]
      for (number, tick) in Cue.ticks(count, from: 5_000_000).enumerated() {
        switch number % 100 {
        case 60: cues += [tick, tick]
        case 99: break
        default: cues.append(tick)
        }
      }
      try ensemble.lead(cues + [.stop(after: cues)])
      let heard = ensemble.heard()
      #expect(heard.ticks.count == count)
      #expect(try ensemble.restingTick() == count)
      let status = try #require(ensemble.daemon.session.status())
      #expect(status.clock.ticksLost == 4)
      #expect(status.clock.ticksDropped == 5)
      #expect(ensemble.daemon.session.end().status == 0)
    }

    @Test func `a chosen master that dies and returns with another number is followed again`()
      throws
    {
      let daemon = try Daemon(["--clock", "Module"])
      var module: Peer? = try Peer("Module")
      #expect(daemon.session.says("connected Module:port to Ghostnote:clock-in"))
      let number = module?.number
      var queue = try #require(try module?.startQueue())
      try module?.lead([.start(), .tick(5_000_000)] + Cue.ticks(47, from: 25_833_333), by: queue)
      #expect(daemon.comesTo { $0.isRolling && $0.clock.ticks == 48 })
      module = nil
      #expect(daemon.session.says("disconnected Module:port from Ghostnote:clock-in"))
      let squatters = try (0..<2).map { try Peer("Squatter \($0)") }
      let returned = try Peer("Module")
      #expect(returned.number != number)
      #expect(daemon.session.says("connected Module:port to Ghostnote:clock-in", times: 2))
      // Its tempo is held in the meantime.
      #expect(daemon.comesTo { $0.isRolling && $0.clock.presence == .lost })
      queue = try returned.startQueue()
      try returned.lead(Cue.ticks(48) + [.stop(after: Cue.ticks(48))], by: queue)
      #expect(daemon.comesTo { !$0.isRolling && $0.clock.ticks == 96 })
      #expect(daemon.session.end().status == 0)
      withExtendedLifetime(squatters) {}
    }
  }
}
