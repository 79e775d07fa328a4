import Clock
import MusicalTime
import Testing

/// A beat that another program reports, in fake time: seconds from 100 s on.
@Suite struct LineFollowerTests {
  /// The follower, for expectations that change it.
  private final class Following {
    private(set) var follower = LineFollower()

    func take(_ line: BeatLine, at time: HostTime) -> LineFollower.Event {
      follower.take(line, at: time)
    }
    func isLost(at time: HostTime) -> Bool { follower.look(at: time) }
    func tempo(from beat: Beats, at time: HostTime) -> Tempo? {
      follower.tempo(from: beat, at: time)
    }
    func wait(for beat: Beats) { follower.wait(for: beat) }
    func waitForSong() { follower.waitForSong() }
    func stopWaiting() { follower.stopWaiting() }
  }

  private static func at(_ seconds: Double) -> HostTime {
    HostTime(nanoseconds: 100_000_000_000 + Int64((seconds * 1e9).rounded()))
  }
  private static func beats(_ value: Double) -> Beats {
    Beats(units: Int64((value * Double(Beats.unitsPerBeat)).rounded()))
  }
  private static func line(
    _ beat: Double, at seconds: Double = 0, bpm: Double = 120, bar: Double = 4,
    _ motion: BeatLine.Motion = .free
  ) -> BeatLine {
    BeatLine(
      beat: beats(beat), at: at(seconds), tempo: Tempo(clampingBPM: bpm), bar: beats(bar),
      motion: motion)
  }

  @Test func `a line and its inverse agree, also before its origin and far from it`() {
    let line = Self.line(3.25, bpm: 96.7)
    for seconds in [-40.0, -0.001, 0, 0.3, 17, 86_400] {
      let beat = line.beat(at: Self.at(seconds))
      #expect((line.time(of: beat).nanoseconds - Self.at(seconds).nanoseconds).magnitude < 250)
      #expect((beat.inBeats - (3.25 + seconds * 96.7 / 60)).magnitude < 1e-6)
    }
  }

  @Test(arguments: [
    // Our beat, the line's, and how far the line is ahead within the bar of 4.
    (0, 8, 0), (1, 8.5, -0.5), (1, -2.75, 0.25), (3.9, 0.1, 0.2), (102, -1, 1), (0, 5.5, 1.5),
  ])
  func `whole bars do not count`(ours: Double, beat: Double, lead: Double) {
    let found = Self.line(beat).lead(over: Self.beats(ours), at: Self.at(0))
    #expect((found.inBeats - lead).magnitude < 1e-6)
  }

  @Test func `only a change begins or stops, not the first report nor the first after a loss`() {
    let following = Following()
    #expect(following.take(Self.line(0, .rolling), at: Self.at(0)) == .none)
    #expect(following.take(Self.line(0, .rolling), at: Self.at(0.1)) == .none)
    #expect(following.take(Self.line(0, .stopped), at: Self.at(0.2)) == .stops)
    #expect(following.take(Self.line(0, .rolling), at: Self.at(0.3)) == .begins)
    #expect(following.isLost(at: Self.at(2.4)))
    #expect(following.take(Self.line(0, .stopped), at: Self.at(9)) == .none)
    #expect(following.take(Self.line(0, .free), at: Self.at(9.1)) == .none)
    #expect(following.take(Self.line(0, .rolling), at: Self.at(9.2)) == .none)
  }

  @Test func `it is lost once after two seconds without a report, and back with the next`() {
    let following = Following()
    #expect(!following.isLost(at: Self.at(50)) && following.follower.health.presence == .absent)
    _ = following.take(Self.line(0), at: Self.at(0))
    #expect(!following.isLost(at: Self.at(1.99)) && following.follower.isHeard)
    #expect(following.isLost(at: Self.at(2.01)) && following.follower.health.presence == .lost)
    #expect(!following.isLost(at: Self.at(3)))
    // Its beat goes on, so that what returns is where it would be.
    #expect(following.follower.line?.beat(at: Self.at(3)) == Self.beats(6))
    _ = following.take(Self.line(8, at: 4), at: Self.at(4))
    #expect(following.follower.isHeard && following.follower.health.ticks == 2)
  }

  @Test(arguments: [
    // The line's beat when play is asked for, where the song rests, and after how many beats it begins.
    (0.5, 0, 3.5), (4, 0, 0), (-0.25, 0, 0.25), (7.75, 5.5, 1.75), (1, 5.5, 0.5), (2, 3, 1),
  ])
  func `a song begins when the line has its position in the bar`(
    beat: Double, rests: Double, after: Double
  ) throws {
    let following = Following()
    _ = following.take(Self.line(beat), at: Self.at(0))
    #expect(following.follower.beginning(from: Self.at(0)) == nil)
    following.wait(for: Self.beats(rests))
    let found = try #require(following.follower.beginning(from: Self.at(0)))
    #expect(found.beat == Self.beats(rests))
    #expect((found.time.nanoseconds - Self.at(after / 2).nanoseconds).magnitude < 500)
    following.stopWaiting()
    #expect(!following.follower.isWaiting && following.follower.beginning(from: Self.at(0)) == nil)
  }

  @Test func `a session's song begins at its beat 0, and is joined where that is past`() throws {
    let following = Following()
    _ = following.take(Self.line(-6), at: Self.at(0))
    following.waitForSong()
    let soon = try #require(following.follower.beginning(from: Self.at(0)))
    #expect(soon.beat == .zero && soon.time == Self.at(3))
    let late = try #require(following.follower.beginning(from: Self.at(3.25)))
    #expect(late.beat == Self.beats(0.5) && late.time == Self.at(3.25))
  }

  @Test(arguments: [(120.0, 141.3, 0.06), (300, 20, 0.02), (20, 300, 0.02), (97, 96, 0.3)])
  func `a change of tempo that is heard late is made up for smoothly`(
    from: Double, to: Double, late: Double
  ) throws {
    let following = Following()
    _ = following.take(Self.line(0, bpm: to), at: Self.at(late))
    // Where our beat is at the old tempo; asked again every 20 ms as the engine does.
    var beat = late * from / 60
    var now = late
    var errors: [Double] = []
    while now < late + 2 {
      let tempo = try #require(following.tempo(from: Self.beats(beat), at: Self.at(now)))
      #expect(tempo.bpm >= to / 2 - 1e-6 && tempo.bpm <= to * 2 + 1e-6)
      beat += 0.02 * tempo.bpm / 60
      now += 0.02
      errors.append((beat - now * to / 60) * 60 / to)
    }
    // Never overshoots: the error keeps its sign and falls.
    for (one, next) in zip(errors, errors.dropFirst()) {
      #expect(next.magnitude <= one.magnitude + 1e-6)
    }
    #expect(try #require(errors.last).magnitude < 1e-4)
  }

  @Test func `on the line the tempo is the line's, exactly`() throws {
    let following = Following()
    _ = following.take(Self.line(1, bpm: 123.456789), at: Self.at(0))
    let tempo = following.tempo(from: Self.beats(1), at: Self.at(0))
    #expect(tempo == Tempo(clampingBPM: 123.456789))
    #expect(following.follower.health.phaseError.nanoseconds == 0)
  }

  @Test func `more than a sixteenth apart, there is no tempo to meet it`() {
    let following = Following()
    #expect(following.tempo(from: .zero, at: Self.at(0)) == nil)
    _ = following.take(Self.line(1), at: Self.at(0))
    #expect(following.tempo(from: Self.beats(1.24), at: Self.at(0)) != nil)
    #expect(following.tempo(from: Self.beats(1.26), at: Self.at(0)) == nil)
    #expect(following.tempo(from: Self.beats(0.74), at: Self.at(0)) == nil)
    // Sixty milliseconds after ours at 120 beats a minute, in the status.
    _ = following.tempo(from: Self.beats(1.12), at: Self.at(0))
    #expect((following.follower.health.phaseError.nanoseconds - 60_000_000).magnitude < 1_000)
  }
}
