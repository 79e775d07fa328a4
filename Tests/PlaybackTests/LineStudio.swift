import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm

/// The other program, with a switch for everything that can change.
final class LineStudio {
  let room: Rehearsal
  /// The line that is reported; nil while the other program is gone.
  var line: BeatLine?
  /// Parts in a million by which the host's clock is faster than the frames.
  var drift = 0.0
  private var nextReport: Int64 = 0

  init(bpm: Double = 120, ahead: Bool = false, _ change: (inout ClockSettings) -> Void = { _ in }) {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = ahead
    configuration.clock.source = .link
    change(&configuration.clock)
    room = Rehearsal(Score([.kick: "x..."]).program(), configuration)
    // Beat 0 is heard on frame 0.
    line = BeatLine(
      beat: .zero, at: room.hearing(of: Frame(index: 0)), tempo: Tempo(clampingBPM: bpm),
      bar: Beats(4), motion: .stopped)
    room.beforeBlock = { [unowned self] in prepareBlock() }
  }

  private func prepareBlock() {
    let frame = room.frame.index
    room.clockError = HostTime.Interval(
      nanoseconds: Int64(Double(frame) / 48_000 * 1e9 * drift / 1e6))
    guard frame >= nextReport, let line else { return }
    nextReport = frame + 4_800
    room.ask(.line(line))
  }

  /// Bends the line to `bpm` on the frame at hand, and reports it.
  func change(to bpm: Double, _ motion: BeatLine.Motion? = nil) {
    guard let line else { return }
    let now = heard(room.frame.index)
    self.line = BeatLine(
      beat: line.beat(at: now), at: now, tempo: Tempo(clampingBPM: bpm), bar: line.bar,
      motion: motion ?? line.motion)
    nextReport = 0
  }

  /// Starts or stops the session; its song begins at beat 0 on the next bar.
  func session(_ motion: BeatLine.Motion) {
    guard var line else { return }
    if motion == .rolling {
      let beat = line.beat(at: heard(room.frame.index))
      line.beat = line.beat - line.bar * beat.dividedRoundingUp(by: line.bar)
    }
    line.motion = motion
    self.line = line
    nextReport = 0
  }

  func heard(_ frame: Int64) -> HostTime {
    let error = Double(frame) / 48_000 * 1e9 * drift / 1e6
    return room.hearing(of: Frame(index: frame)).advanced(
      by: HostTime.Interval(nanoseconds: Int64(error)))
  }

  /// Asks for play when a report was heard.
  func play() {
    room.play(frames: 1_024)
    room.ask(.play)
  }

  func play(to frame: Int64) { room.play(frames: Int(frame - room.frame.index)) }

  var hits: [Int64] { room.hits().map(\.index) }

  /// How far each hit is from the line's nearest beat, in milliseconds.
  func errors(after frame: Int64, of line: BeatLine) -> [Double] {
    hits.filter { $0 > frame }.map { hit in
      let beat = line.beat(at: heard(hit)).inBeats
      return (beat - beat.rounded()) * 60_000 / line.tempo.bpm
    }
  }
}
