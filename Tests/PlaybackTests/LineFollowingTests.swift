import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Sequencing
import Testing

/// An engine that follows a beat reported by another program ten times a second; 48 kHz, a kick on every beat.
@Suite struct LineFollowingTests {
  @Test(arguments: [false, true])
  func `play begins on the next bar of the line, and every hit is on its beat`(ahead: Bool) throws {
    let studio = LineStudio(ahead: ahead)
    studio.play(to: 30_000)
    studio.play()
    studio.play(to: 60_000)
    #expect(studio.room.status.isArmed && !studio.room.status.isRolling)
    studio.play(to: 480_000)
    #expect(studio.hits.first.map { ($0 - 96_000).magnitude <= 1 } == true, "\(studio.hits)")
    #expect(studio.hits.count == 16)
    let line = try #require(studio.line)
    #expect(studio.errors(after: 0, of: line).allSatisfy { $0.magnitude < 0.05 })
    #expect(studio.room.status.leader == .link && !studio.room.status.isArmed)
    #expect(studio.room.status.tempo.bpm == 120)
    #expect(studio.room.countedBeats().strayCount == 0)
  }

  @Test(arguments: [EngineMessage.locate(Beats(8)), .play], [0, 512])
  func `a song that waits for its bar begins at the place that was asked for last`(
    first: EngineMessage, frames: Int
  ) {
    let studio = LineStudio(bpm: 100)
    studio.play()
    studio.play(to: 200_000)
    studio.room.ask(first)
    studio.room.play(frames: frames)
    studio.room.ask(.locate(Beats(16)))
    studio.play(to: 210_000)
    #expect(studio.room.status.isArmed && !studio.room.status.isRolling)
    // A bar lasts 115,200 frames, a beat 28,800.
    studio.play(to: 230_400 + 28_800)
    #expect(studio.room.status.isRolling && !studio.room.status.isArmed)
    #expect(studio.room.status.position > Beats(16) && studio.room.status.position < Beats(18))
  }

  @Test(arguments: [false, true])
  func `the session starts and stops the song, each a change only`(ahead: Bool) {
    let studio = LineStudio(ahead: ahead)
    studio.play(to: 100_000)
    studio.session(.rolling)
    studio.play(to: 192_000 + 100_000)
    #expect(studio.hits.first.map { ($0 - 192_000).magnitude <= 1 } == true, "\(studio.hits)")
    studio.session(.stopped)
    studio.play(to: 400_000)
    #expect(!studio.room.status.isRolling && studio.hits.count == 5)
    // A person plays against a session that stands still, and is not stopped by its next report.
    studio.play()
    studio.play(to: 600_000)
    #expect(studio.room.status.isRolling && studio.hits.count > 5)
    #expect(studio.room.clock(.stop).count == 1)
  }

  @Test func `clock sent at rest has the tempo of the session`() throws {
    let studio = LineStudio(bpm: 100) { $0.sendsWhileStopped = true }
    studio.play(to: 96_000)
    studio.change(to: 150)
    studio.play(to: 192_000)
    let ticks = studio.room.clock(.timingClock)
    let gaps = zip(ticks, ticks.dropFirst()).map { (from: $0, frames: $1 - $0) }
    #expect(gaps.filter { $0.from > 2_000 && $0.from < 94_000 }.allSatisfy { $0.frames == 1_200 })
    #expect(gaps.filter { $0.from > 98_000 }.allSatisfy { $0.frames == 800 })
    #expect(ticks.count > 150)
  }

  @Test func `a session that plays already is joined only where that is asked for`() {
    let studio = LineStudio()
    studio.session(.rolling)
    studio.play(to: 200_000)
    #expect(!studio.room.status.isRolling)
  }

  @Test(arguments: [false, true])
  func `a new tempo is met within a second, and no hit is lost or doubled`(ahead: Bool) throws {
    let studio = LineStudio(ahead: ahead)
    studio.play()
    studio.play(to: 300_500)
    studio.change(to: 141.3)
    // The report arrives 50 ms after the change that it tells of.
    let line = try #require(studio.line)
    studio.line = nil
    studio.play(to: 302_900)
    studio.line = line
    studio.play(to: 1_000_000)
    let errors = studio.errors(after: 350_000, of: line)
    // A beat is 20,382 frames.
    #expect(errors.count >= 31 && errors.allSatisfy { $0.magnitude < 0.5 }, "\(errors)")
    let gaps = zip(studio.hits, studio.hits.dropFirst()).map { $1 - $0 }
    #expect(gaps.count >= errors.count)
    #expect(gaps.allSatisfy { $0 > 18_000 && $0 <= 24_100 }, "\(gaps)")
    #expect((studio.room.status.tempo.bpm - 141.3).magnitude < 1e-6)
  }

  @Test(arguments: [-200.0, 200])
  func `an audio clock that runs off is made up for`(drift: Double) throws {
    let studio = LineStudio()
    studio.drift = drift
    studio.play()
    studio.play(to: 48_000 * 60)
    let errors = studio.errors(after: 96_000, of: try #require(studio.line))
    #expect(errors.count > 100 && errors.allSatisfy { $0.magnitude < 0.1 }, "\(errors)")
  }

  @Test func `other numbers for the same beats, as after a restart, change nothing`() throws {
    let studio = LineStudio()
    studio.play()
    studio.play(to: 200_000)
    studio.line?.beat = Beats(-64)
    studio.play(to: 400_000)
    let gaps = zip(studio.hits, studio.hits.dropFirst()).map { $1 - $0 }
    #expect(gaps.count > 10 && gaps.allSatisfy { ($0 - 24_000).magnitude <= 1 }, "\(gaps)")
    #expect(studio.room.status.clockHealth.relocks == 0)
  }

  @Test(arguments: [false, true])
  func `a large gap is jumped over at once, and the song stays in the bar`(ahead: Bool) throws {
    let studio = LineStudio(ahead: ahead)
    studio.play()
    studio.play(to: 300_000)
    studio.line?.beat = Beats(1)
    studio.change(to: 120)
    studio.play(to: 303_000)
    #expect(studio.room.status.clockHealth.relocks == 1)
    studio.play(to: 600_000)
    #expect(studio.room.status.clockHealth.relocks == 1)
    let line = try #require(studio.line)
    let errors = studio.errors(after: 305_000, of: line)
    // A beat is 24,000 frames.
    #expect(errors.count >= 11 && errors.allSatisfy { $0.magnitude < 0.05 }, "\(errors)")
    let place = studio.room.status.position - line.beat(at: studio.heard(600_000 + 128))
    #expect((place.inBeats - (place.inBeats / 4).rounded() * 4).magnitude < 0.02)
  }

  /// Beats by which the line is moved on a frame, and the frame of the snare after that.
  struct Gap {
    var frame: Int64
    var beats: Int64
    var next: Int64
  }

  @Test(
    arguments: [
      Gap(frame: 480_000, beats: 1, next: 528_000), Gap(frame: 396_000, beats: -1, next: 480_000),
    ], [false, true])
  func `a pattern that came in on a later bar goes on in its place after a gap`(
    gap: Gap, ahead: Bool
  ) {
    let studio = LineStudio(ahead: ahead)
    studio.play()
    studio.play(to: 370_000)
    // Beat 0 is on frame 96 000, and this comes in on beat 12.
    studio.room.swap(to: Score([.snare: "x......"], stepsPerBeat: 1).program(), at: .bar)
    studio.play(to: gap.frame)
    #expect(studio.room.status.origin == Beats(12))
    studio.line?.beat = Beats(gap.beats)
    studio.change(to: 120)
    studio.play(to: 600_000)
    #expect(studio.room.status.clockHealth.relocks == 1)
    #expect(studio.room.status.origin == Beats(12))
    // Seven beats after its first; what lies before the pattern's beginning is not gone back to.
    let snares = studio.room.strokes(of: .snare)
    #expect(snares.count == 2, "\(snares)")
    let due = [384_000, gap.next]
    #expect(zip(snares, due).allSatisfy { ($0 - $1).magnitude < 48 }, "\(snares) \(due)")
  }
}
