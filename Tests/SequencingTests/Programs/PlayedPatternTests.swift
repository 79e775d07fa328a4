import GhostnoteTesting
import MusicalTime
import Rhythm
import Sequencing
import Testing

/// Patterns made of what was played.
@Suite struct PlayedPatternTests {
  private func cues(_ drum: Drum, _ beats: [Double]) -> [Cue] {
    beats.map { beat in
      Cue(
        voice: Voice(drum), velocity: Velocity(clamping: 90),
        beat: Beats(units: Int64(beat * Double(Beats.unitsPerBeat))))
    }
  }

  private func pattern(
    _ cues: [Cue], beats: Int64 = 4, feel: GridFeel = .sixteenths
  ) throws -> Pattern {
    let cues = cues.sorted()
    let pattern = try Transcription(of: cues, length: Beats(beats), feel: feel).pattern(named: "")
    let heard = pattern.lanes.flatMap { lane in
      pattern.strokes(of: lane).map {
        Cue(voice: lane.voice, velocity: $0.velocity, beat: $0.beat)
      }
    }
    #expect(heard.sorted() == cues, "played exactly at their beats")
    return pattern
  }

  private func rows(_ pattern: Pattern) -> [String] {
    pattern.lanes.map { lane in
      "\(lane.voice) " + String(lane.steps.map { $0 == nil ? "." : "x" })
    }
  }

  @Test func `a loosely played bar is on sixteenths, so that step 5 is beat 2`() throws {
    // Up to a third of a sixteenth off, which no even grid is near.
    let played = try pattern(
      cues(.kick, [0.06, 1.68, 2.57]) + cues(.snare, [1.07, 1.72, 2.95])
        + cues(.closedHat, [0.03, 0.56, 0.96, 1.55, 2.06, 2.44, 3.08, 3.53]))
    #expect(played.stepsPerBeat == 4 && played.stepCount == 16)
    #expect(played.lanes.allSatisfy { $0.grid == nil })
    #expect(
      rows(played).sorted() == [
        "closedhat x.x.x.x.x.x.x.x.", "kick x......x..x.....", "snare ....x..x....x...",
      ])
  }

  @Test func `a loosely played shuffle is in triplets`() throws {
    let hat = (0..<4).flatMap { [Double($0) + 0.03, Double($0) + 0.69] }
    let played = try pattern(cues(.ride, hat) + cues(.snare, [1.05, 3.04]))
    #expect(played.stepsPerBeat == 3)
    #expect(rows(played).sorted() == ["ride x.xx.xx.xx.x", "snare ...x.....x.."])
  }

  @Test func `where a bar leaves it open, the music around it decides`() throws {
    let quarters = cues(.kick, [0.11, 0.91, 2.1, 2.88])
    #expect(try pattern(quarters).stepsPerBeat == 4)
    #expect(try pattern(quarters, feel: .triplets).stepsPerBeat == 3)
    let swung = (0..<8).flatMap { [Double($0) + 0.02, Double($0) + 0.68] }
    let beats = swung.map { Beats(units: Int64($0 * Double(Beats.unitsPerBeat))) }
    #expect(GridFeel(of: beats) == .triplets)
    #expect(GridFeel(of: quarters.map(\.beat)) == .sixteenths)
  }

  @Test func `a grace note before its main note has the step before it`() throws {
    let played = try pattern(cues(.snare, [0.96, 1.01, 3.02]))
    #expect(rows(played) == ["snare ...xx.......x..."])
    #expect(played.lanes.first?.grid == nil)
  }

  @Test func `a downbeat played early at the end of the loop stays there`() throws {
    let played = try pattern(cues(.kick, [0.02, 3.97]))
    #expect(rows(played) == ["kick x..............x"])
  }

  @Test func `only the lane with more than the grid separates has a finer one`() throws {
    let played = try pattern(
      cues(.snare, [0.01, 0.13, 0.26, 0.37, 0.51, 0.63, 0.76, 0.88, 2.03])
        + cues(.kick, [0.06, 2.57]))
    #expect(played.stepsPerBeat == 4)
    #expect(played.lane(of: .snare)?.grid == (try Grid(count: 32, stepsPerBeat: 8)))
    #expect(played.lane(of: .kick)?.grid == nil)
  }

  @Test func `tuplets that a file's ticks round are on their grid`() throws {
    // Sevens in ticks of 480.
    let sevens = (0..<28).map { (Double($0) * 480 / 7).rounded() / 480 }
    #expect(try pattern(cues(.closedHat, sevens)).stepsPerBeat == 7)
  }

  @Test func `random strokes play exactly, on a grid of sixteenths or triplets`() throws {
    var chance = SplitMix64(seed: 8)
    for _ in 0..<300 {
      let length = Int64.random(in: 1...16, using: &chance)
      let units = Set(
        (0..<Int.random(in: 3...60, using: &chance)).map { _ in
          Int64.random(in: 0..<length * Beats.unitsPerBeat, using: &chance)
        })
      let played = units.map {
        Cue(voice: Voice(.snare), velocity: Velocity(clamping: 90), beat: Beats(units: $0))
      }
      let perBeat = try pattern(played, beats: length).stepsPerBeat
      #expect(perBeat == 4 || perBeat == 3)
    }
  }

  @Test(arguments: [
    // The meter before, the beats that were played, and the bar that they are counted in.
    ("3/4", 4, "4/4"), ("7/8", 8, "4/4"), ("5/4", 7, "7/4"), ("4/4", 3, "3/4"), ("6/8", 3, "3/4"),
  ])
  func `a pattern replaced by what was played has the bar of its new length, and keeps the rest`(
    meter: String, beats: Int64, bar: String
  ) throws {
    var given = try Pattern(rows: "closedhat x.x. x.x. x.x. x.x.", loops: false, name: "Verse")
    given.meter = Meter(meter)
    given.accent = 7
    given.groove = .straight
    given.clips[3] = nil
    let played = (cues(.kick, [0, 2.25]) + cues(.snare, [0.5, 1.75, 2.75])).sorted()
    let replaced = try Transcription(of: played, length: Beats(beats)).replacing(given)
    #expect(replaced.meter == nil)
    #expect(replaced.bar == Bar(ofLoop: Beats(beats)))
    #expect(replaced.bar.meter?.description == bar)
    #expect(replaced.length == Beats(beats))
    #expect(replaced.hits == played.compactMap(\.hit))
    #expect((replaced.name, replaced.accent, replaced.loops) == ("Verse", 7, false))
    #expect(replaced.groove == .straight)
    #expect(replaced.clips == given.clips)
  }
}
