import GhostnoteTesting
import MIDI
import MIDIFiles
import MusicalTime
import Rhythm
import Sequencing
import Testing

/// What was written to a MIDI file and read again is the same.
@Suite struct MIDIRoundTripTests {
  private func read(_ file: StandardMIDIFile) throws -> ImportedSong {
    let song = try #require(try StandardMIDIFile(bytes: file.bytes).songs.first)
    return try ImportedSong(song, .all)
  }

  @Test(arguments: 0..<4)
  func `ten thousand patterns play the same strokes to the tick`(quarter: UInt64) throws {
    var chance = SplitMix64(seed: 31 + quarter)
    var differing = 0
    var count = 0
    while count < 2_500 {
      let pattern = Pattern.randomWritten(using: &chance)
      let cues = pattern.cues
      guard !cues.isEmpty else { continue }
      count += 1
      let file = StandardMIDIFile(
        cues, tempi: [], end: pattern.length, format: chance.once(in: 2) ? .single : .together)
      if try read(file).cues != cues.onTicks(of: file) { differing += 1 }
    }
    #expect(differing == 0)
  }

  @Test func `what a patch plays with groove, looseness and chance is read as it was heard`() throws
  {
    var chance = SplitMix64(seed: 32)
    for seed in 0..<60 {
      var lanes = Pattern.randomWritten(using: &chance).lanes
      for index in lanes.indices {
        lanes[index].looseness = Looseness(milliseconds: 20, velocity: 30) ?? .none
        for step in lanes[index].steps.indices {
          lanes[index].steps[step]?.probability = .random(in: 30...100, using: &chance)
        }
        if lanes[index].grid == nil {
          lanes[index].grid = try Grid(count: lanes[index].steps.count, stepsPerBeat: 3)
        }
      }
      var pattern = try Pattern(name: "a", grid: .sixteenths, lanes: lanes)
      pattern.groove = GrooveUse(try Groove(named: "tigrigna"), timing: 0.7)
      var patch = Patch(tempo: Tempo(clampingBPM: 97), pattern: pattern)
      patch.seed = UInt64(seed)
      let heard = Program(patch).cues(from: .zero, to: Beats(12), at: patch.tempo, lands: true)
      guard !heard.isEmpty else { continue }
      let file = try StandardMIDIFile(patch, loops: 3)
      let song = try read(file)
      #expect(song.cues == heard.onTicks(of: file))
      #expect(song.tempo == patch.tempo)
      // And what is read is played like that.
      var again = try song.replacing(Patch())
      again.playsSong = true
      #expect(
        Program(again).cues(from: .zero, to: song.length + Beats(1)).onTicks(of: file)
          == heard.onTicks(of: file))
    }
  }

  @Test func `a song keeps its tempi, meters and order`() throws {
    var seven = try Pattern(rows: "kick  x...x.x.x..x.x", name: "seven")
    seven.groove = .straight
    let four = try Pattern(rows: "snare  ....x.......x...", name: "four")
    var patch = Patch(tempo: Tempo(clampingBPM: 123.4))
    try patch.setPatterns([
      seven.with(
        grid: Grid(count: 14, stepsPerBeat: 4),
        lanes: [
          Lane(drum: .kick, steps: StepNotation.steps("x...x.x.x..x.x"))
        ]), four,
    ])
    try patch.setSong(
      Song(sections: [
        Section(pattern: "seven", repeats: 3), Section(pattern: "four"),
        Section(pattern: "seven", repeats: 2, tempo: Tempo(clampingBPM: 60)),
      ]))
    patch.playsSong = true
    for format in [StandardMIDIFile.Format.single, .together] {
      let song = try read(StandardMIDIFile(patch, loops: 2, format: format))
      #expect(song.tempo == Tempo(clampingBPM: 123.4))
      #expect(song.barCount == 12 && song.length == Beats(43))
      #expect(song.patterns.map(\.name) == ["bar 1", "bar 4"])
      #expect(song.patterns.map(\.stepCount) == [14, 16])
      #expect(song.song.sections.map(\.repeats) == [3, 1, 2, 3, 1, 2])
      #expect(
        song.song.sections.map { $0.tempo?.bpm } == [123.4, nil, 60, 123.4, nil, 60])
    }
  }

  @Test func `tuplets up to the thirteenth of a beat are on ticks exactly`() throws {
    for perBeat in 1...16 {
      let pattern = try Pattern(
        stepCount: perBeat, stepsPerBeat: perBeat,
        lanes: [Lane(drum: .kick, steps: Array(repeating: Step(StepNotation.hit), count: perBeat))])
      let file = StandardMIDIFile(pattern.cues, tempi: [], end: pattern.length)
      #expect(file.division.ticks.isMultiple(of: 960))
      #expect(try read(file).cues == pattern.cues, "\(perBeat) a beat")
    }
  }

  @Test func `a held note is held again, a drum is not`() throws {
    var step = Step(StepNotation.hit)
    step.hold = 2
    let voice = try #require(Voice(note: 64, channel: 2))
    let steps = [step, nil, nil, nil, Step(StepNotation.soft), nil, nil, nil]
    let pattern = try Pattern(
      stepCount: 8, lanes: [Lane(voice, steps: steps), Lane(drum: .kick, steps: steps)])
    let song = try read(StandardMIDIFile(Patch(pattern: pattern), loops: 1))
    let read = try #require(song.patterns.first)
    #expect(read.lane(of: voice)?.steps[0]?.hold == 2)
    #expect(read.lane(of: voice)?.steps[4]?.hold == 0)
    #expect(read.lane(of: .kick)?.steps[0]?.hold == 0)
  }
}
