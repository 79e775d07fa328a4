import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

/// What watchers are sent of each strike. 120 bpm at 48 kHz; the pre-roll is 48 frames.
@Suite struct HitReportTests {
  private struct Report: Equatable {
    var drum: Drum
    var beat: Beats
    var frame: Int64
    var source: HitSource
  }

  /// What `room` reports, each with the frame that is heard at its time.
  private func reports(_ room: Rehearsal) -> [Report] {
    room.feed().compactMap { event in
      guard case .hit(let drum, _, let beat, let time, let source) = event else { return nil }
      let since = room.hearing(of: Frame(index: 0)).distance(to: time)
      return Report(
        drum: Drum(clampingIndex: Int(drum)), beat: beat,
        frame: Int64((Double(since.nanoseconds) * 48 / 1_000_000).rounded()), source: source)
    }
  }

  @Test(arguments: [1, 128, 1_000])
  func `a hit is reported with its beat and the time at which it is heard`(block: Int) {
    let room = Rehearsal(Score([.kick: "x... x..."]).program())
    room.ask(.play)
    room.play(frames: 40_000, block: block)
    #expect(
      reports(room) == [
        Report(drum: .kick, beat: Beats(0), frame: 48, source: .pattern),
        Report(drum: .kick, beat: Beats(1), frame: 24_048, source: .pattern),
      ])
  }

  @Test func `a pad and a command are reported as who they are`() {
    let room = Rehearsal(Score([.kick: "...."]).program())
    room.ask(.hit(.snare, Velocity(clamping: 90)))
    room.strike(.noteOn(channel: 9, note: 36, velocity: 100), on: Frame(index: 300))
    room.play(frames: 1_024)
    let reports = reports(room)
    #expect(reports.map(\.source) == [.command, .pad])
    #expect(reports.map(\.drum) == [.snare, .kick])
    #expect(reports.map(\.frame) == [0, 300])
  }

  @Test func `the status says when its frame is heard`() {
    let room = Rehearsal(Score([.kick: "x..."]).program())
    room.play(frames: 1_000, block: 100)
    #expect(room.status.frame == Frame(index: 1_000))
    #expect(room.status.time == room.hearing(of: Frame(index: 1_000)))
  }

  @Test func `what was not read is counted, and strokes have room when hits have none`() {
    let room = Rehearsal(Score([.kick: "x..."]).program())
    for _ in 0..<100 {
      for _ in 0..<50 { room.ask(.hit(.snare, Velocity(clamping: 90))) }
      room.play(frames: 128)
    }
    #expect(room.status.droppedEvents == 5_000 - 3_072)
    room.ask(.play)
    room.play(frames: 128)
    let lost = room.status.droppedEvents
    for _ in 0..<10 {
      room.strike(.noteOn(channel: 9, note: 36, velocity: 100), on: room.frame)
      room.play(frames: 128)
    }
    #expect(room.status.droppedEvents == lost + 10)
    let strokes = room.feed().count {
      if case .stroke = $0 { return true }
      return false
    }
    #expect(strokes == 10)
  }
}
