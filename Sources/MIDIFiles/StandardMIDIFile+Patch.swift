public import MIDI
public import MusicalTime
public import Rhythm
public import Sequencing

extension StandardMIDIFile {
  /// The maximum number of notes in a file.
  public static let mostNotes = 1_000_000

  /// The numbers of loops that can be exported.
  public static let loopCounts = 1...1_000

  /// The types that can be exported: 0 is one track, 1 one for each voice.
  public static let writtenTypes = 0...1

  /// Exports a number of loops of `patch`, of its song or its selected pattern, with groove,
  /// looseness and probability as heard. If `program` is given, the pattern is played by it.
  public init(
    _ patch: Patch, loops: Int, program: Program? = nil, format: Format = .single
  ) throws(MIDIExportError) {
    guard Self.loopCounts.contains(loops) else { throw .loops(loops) }
    var endless = patch
    // Once is as the patch says: a next round would have its early notes before the end.
    if loops > 1 {
      endless.pattern.loops = true
      var song = patch.song
      song.loops = true
      // The patterns have not changed, so the song is valid.
      try? endless.setSong(song)
    }
    var plan = ExportPlan(endless)
    for _ in 0..<loops { plan.add(endless) }
    let cues = try plan.cues(of: (plan.isSong ? nil : program) ?? Program(endless))
    self.init(cues, tempi: plan.tempi, meters: plan.meters, end: plan.end, format: format)
  }

  /// Exports `patch` until `end` as played by `program`, with the tempi of the patch or song, and
  /// the additional cues `beside`.
  public init(
    _ patch: Patch, until end: Beats, program: Program, beside others: [Cue] = []
  ) throws(MIDIExportError) {
    var plan = ExportPlan(patch)
    repeat { plan.add(patch) } while plan.end < end && (!plan.isSong || patch.song.loops)
    plan.cut(at: end)
    let cues = try plan.cues(of: program)
    self.init(
      others.isEmpty ? cues : (cues + others).sorted(), tempi: plan.tempi,
      meters: plan.hasOtherMeters ? plan.meters : [], end: end)
  }
}

/// Why a patch cannot be exported to a MIDI file.
public enum MIDIExportError: Error, Hashable, CustomStringConvertible {
  /// The number of loops is out of range.
  case loops(Int)
  /// The maximum number of notes is exceeded from this bar (of four beats) on, counted from 0.
  case noteCount(bar: Int64)

  /// The reason and the limit, as a phrase.
  public var description: String {
    switch self {
    case .loops(let count):
      StandardMIDIFile.loopCounts.expected(unit: "loops", found: count)
    case .noteCount(let bar):
      "bar \(bar + 1): more than \(StandardMIDIFile.mostNotes) notes up to here: export fewer loops "
        + "or a shorter song"
    }
  }
}

/// The timing of an exported patch.
private struct ExportPlan {
  private(set) var tempi: [TempoMap.Change] = []
  private(set) var meters: [MeterMap.Change] = []
  private(set) var end = Beats.zero
  let isSong: Bool
  /// The tempo from each beat on, because looseness is in milliseconds.
  private var speeds: [(beat: Beats, tempo: Tempo)] = []

  /// Without any loops.
  init(_ patch: Patch) {
    isSong = patch.playsSong && !patch.song.sections.isEmpty
    change(to: patch.tempo, at: .zero)
  }

  /// Adds a loop of `patch`.
  mutating func add(_ patch: Patch) {
    guard isSong else {
      change(to: patch.pattern.bar.meter)
      end = end + patch.pattern.length
      return
    }
    let patterns = Dictionary(
      patch.patterns.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    // Each round begins at the tempo of the first.
    for tempo in patch.songForm.tempos { change(to: tempo.tempo, at: end + tempo.beat) }
    for section in patch.song.sections {
      guard let pattern = patterns[section.pattern] else { continue }
      change(to: pattern.bar.meter)
      end = end + pattern.length * Int64(section.repeats)
    }
  }

  /// Whether there is a meter that a file without any does not imply.
  var hasOtherMeters: Bool { meters.contains { $0.meter != .fourFour } }

  /// Sets the end to a beat, which may be later than what was added.
  mutating func cut(at beat: Beats) {
    end = beat
    speeds.removeAll { $0.beat >= beat && $0.beat > .zero }
    tempi.removeAll { $0.beat >= beat && $0.beat > .zero }
    meters.removeAll { $0.beat >= beat && $0.beat > .zero }
  }

  /// Reads the cues at the same tempi as the engine does.
  func cues(of program: Program) throws(MIDIExportError) -> [Cue] {
    var reader = CueReader()
    var cues: [Cue] = []
    unsafe reader.seek(to: .zero, in: program.image, lands: true)
    for (index, speed) in speeds.enumerated() {
      let limit = index + 1 < speeds.count ? speeds[index + 1].beat : end
      while let cue = unsafe reader.next(
        before: limit, in: program.image, at: speed.tempo, isFilling: false)
      {
        guard cues.count < StandardMIDIFile.mostNotes else {
          throw .noteCount(bar: cue.beat.dividedRoundingDown(by: Beats(4)))
        }
        cues.append(cue)
      }
    }
    return cues
  }

  private mutating func change(to tempo: Tempo, at beat: Beats) {
    guard speeds.last?.tempo != tempo else { return }
    if speeds.last?.beat == beat {
      speeds.removeLast()
      tempi.removeLast()
    }
    speeds.append((beat, tempo))
    tempi.append(TempoMap.Change(BeatDuration(tempo), at: beat))
  }

  private mutating func change(to meter: Meter?) {
    guard let meter, meters.last?.meter != meter else { return }
    meters.append(MeterMap.Change(meter, at: end))
  }
}
