import Commands
import Control
import Foundation
import GhostnoteTesting
import Testing

extension ALSATests {
  /// Follows a master at 120 bpm: kick on the bar's first beat, a snare on the other three.
  @Suite(.serialized) struct DaemonFollowing {
    private static let kick: UInt8 = 36
    private static let snare: UInt8 = 38

    private func ensemble(byName: Bool, tempo: Double = 97) throws -> Ensemble {
      let file = try patch(
        tempo: tempo, ["kick": "x... .... .... ....", "snare": ".... x... x... x..."])
      return try Ensemble([file], byName: byName)
    }

    /// Checks that there is a hit on every beat from tick `first` of a song whose tick 0 is sent at
    /// `origin`, and returns how much later than the master's ticks they came, in milliseconds.
    private func expectBeats(
      _ strokes: some Collection<(note: UInt8, at: Int64)>, from first: Int, count: Int,
      origin: Int64, sourceLocation: SourceLocation = #_sourceLocation
    ) -> [Double] {
      let ticks = (first..<first + count).filter { $0.isMultiple(of: 24) }
      let notes = ticks.map { $0.isMultiple(of: 96) ? Self.kick : Self.snare }
      #expect(strokes.map(\.note) == notes, sourceLocation: sourceLocation)
      return zip(strokes, ticks).map { stroke, tick in
        let due = Ensemble.time(ofTick: tick - first, from: origin)
        return Double(stroke.at - due) / 1e6
      }
    }

    @Test(arguments: [false, true])
    func `Start, Stop, song position 128 and Continue play the master's bars and steps`(
      byName: Bool
    ) throws {
      let ensemble = try ensemble(byName: byName)
      let again: Int64 = 3_000_000_000
      var cues = [Cue.start()] + Cue.ticks(96, from: 5_000_000)
      cues += [.stop(after: cues), .position(128, at: 2_500_000_000)]
      cues += [.continue(at: again - 5_000_000)] + Cue.ticks(54, from: again)
      cues.append(.stop(after: cues))
      let origin = try ensemble.lead(cues)
      let heard = ensemble.heard(untilStop: 2)
      let strokes = heard.strokes
      #expect(strokes.count == 7)
      let offsets =
        expectBeats(strokes.prefix(4), from: 0, count: 96, origin: origin + 5_000_000)
        + expectBeats(strokes.dropFirst(4), from: 768, count: 54, origin: origin + again)
      // To the step, however slow the machine is; the position of the first of a row is known when
      // it arrives.
      #expect(offsets.allSatisfy { abs($0) < 60 }, "\(offsets)")
      #expect(abs(offsets.sorted()[offsets.count / 2]) < 5, "\(offsets)")
      #expect(try ensemble.restingTick() == 768 + 54)
      // The position is reported when it is received, and again before Continue.
      let said = heard.transport.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
      #expect(said == ["start", "stop", "spp 128", "continue", "stop"])
      #expect(heard.ticks.count == 96 + 54)
      #expect(heard.hanging == [:])
      print("following \(byName ? "clock-in" : "in"), ms from the master's ticks: \(offsets)")
      #expect(ensemble.daemon.session.end().status == 0)
    }

    @Test func `song position 16383, the maximum, is the last sixteenth of bar 1024`() throws {
      let ensemble = try ensemble(byName: true)
      var cues = [Cue.position(16_383, at: 0), .continue(at: 5_000_000)]
      cues += Cue.ticks(48, from: 10_000_000)
      let origin = try ensemble.lead(cues + [.stop(after: cues)])
      let heard = ensemble.heard()
      let first = 16_383 * 6
      let offsets = expectBeats(
        heard.strokes, from: first, count: 48, origin: origin + 10_000_000)
      #expect(offsets.allSatisfy { abs($0) < 60 }, "\(offsets)")
      #expect(try ensemble.restingTick() == first + 48)
      let status = try #require(ensemble.daemon.session.status())
      #expect(status.loop == 1_025)
      #expect(status.step == 8)
      #expect(ensemble.daemon.session.end().status == 0)
    }

    @Test func `Start while rolling, as sent by a loop, restarts the song on the next tick`()
      throws
    {
      let ensemble = try ensemble(byName: true)
      let ticks = Cue.ticks(54 + 102, from: 5_000_000)
      let restart = ticks[54].nanoseconds - 2_000_000
      var cues = [Cue.start()] + ticks[..<54]
      cues += [.start(at: restart)] + ticks[54...]
      cues.append(.stop(after: cues))
      let origin = try ensemble.lead(cues)
      let heard = ensemble.heard()
      let strokes = heard.strokes
      #expect(strokes.count == 3 + 5)
      let offsets =
        expectBeats(strokes.prefix(3), from: 0, count: 54, origin: origin + 5_000_000)
        + expectBeats(
          strokes.dropFirst(3), from: 0, count: 102, origin: origin + ticks[54].nanoseconds)
      #expect(offsets.allSatisfy { abs($0) < 60 }, "\(offsets)")
      #expect(try ensemble.restingTick() == 102)
      #expect(heard.transport == ["start", "start", "stop"])
      // When Start arrives this late before its tick, the old song's next tick is already sent;
      // that is corrected.
      let anew = try #require(heard.lastIndex { $0.name == "start" })
      #expect((54...55).contains(Array(heard[..<anew]).ticks.count))
      #expect(Array(heard[anew...]).ticks.count == 102)
      #expect(ensemble.daemon.session.end().status == 0)
    }

    @Test func `Start without a clock is armed, and the first clock is the downbeat`() throws {
      let ensemble = try ensemble(byName: true)
      try ensemble.lead([.start()])
      #expect(ensemble.daemon.comesTo { $0.clock.isArmed && !$0.isRolling && $0.beat == 0 })
      #expect(ensemble.master.heard().strokes.isEmpty)
      let ticks = Cue.ticks(48)
      let origin = try ensemble.lead(ticks + [.stop(after: ticks)])
      let heard = ensemble.heard()
      let offsets = expectBeats(heard.strokes, from: 0, count: 48, origin: origin)
      #expect(offsets.allSatisfy { abs($0) < 60 }, "\(offsets)")
      #expect(try ensemble.restingTick() == 48)
      #expect(ensemble.daemon.session.end().status == 0)
    }

    @Test func `a clock without Start sets the tempo and does not start playback`() throws {
      let ensemble = try ensemble(byName: true)
      try ensemble.lead(Cue.ticks(96))
      #expect(ensemble.daemon.comesTo { $0.clock.presence == .locked && $0.clock.ticks >= 90 })
      let status = try #require(ensemble.daemon.session.status())
      #expect(!status.isRolling && !status.clock.isArmed && status.beat == 0)
      #expect(abs(status.clock.tempoBPM - 120) < 1)
      #expect(ensemble.master.heard().filter { $0.isOn || $0.isClock }.isEmpty)
      #expect(ensemble.daemon.session.end().status == 0)
    }
  }
}
