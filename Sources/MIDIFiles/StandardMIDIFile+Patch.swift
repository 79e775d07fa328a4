public import MIDI
public import MusicalTime
public import Rhythm
public import Sequencing

extension StandardMIDIFile {
  /// The maximum number of notes in a file.
  public static let mostNotes = 1_000_000

  /// The numbers of loops that can be exported.
  public static let loopCounts = 1...10_000

  /// The maximum number of bars of four beats that several loops can have together.
  public static let mostBars: Int64 = 10_000_000

  /// The maximum number of changes of tempo and meter that several loops can have together.
  public static let mostChanges = 1_000_000

  /// The types that can be exported: 0 is one track, 1 one for each voice.
  public static let writtenTypes = 0...1

  /// Exports a number of loops of `patch`, of its song or its selected pattern, with groove,
  /// looseness and probability as heard. If `program` is given, the pattern is played by it; it must be
  /// compiled from `Patch.exported(loops:)`, because that of a pattern that plays once ends with its first loop.
  public init(
    _ patch: Patch, loops: Int, program: Program? = nil, format: Format = .single
  ) throws(MIDIExportError) {
    guard Self.loopCounts.contains(loops) else { throw .loops(loops) }
    // One loop is written however long it is.
    guard loops == 1 || loops <= patch.loopsThatFit else {
      throw .barCount(loopsThatFit: max(patch.loopsThatFit, 1))
    }
    let exported = patch.exported(loops: loops)
    var plan = ExportPlan(exported)
    for _ in 0..<loops { try plan.addLoop() }
    let cues = try plan.cues(of: (plan.isSong ? nil : program) ?? Program(exported))
    self.init(cues, tempi: plan.tempi, meters: plan.meters, end: plan.end, format: format)
  }

  /// Exports `patch` until `end` as played by `program`, with the tempi of the patch or song, and
  /// the additional cues `beside`.
  public init(
    _ patch: Patch, until end: Beats, program: Program, beside others: [Cue] = []
  ) throws(MIDIExportError) {
    var plan = ExportPlan(patch)
    repeat { try plan.addLoop() } while plan.end < end && (!plan.isSong || patch.song.loops)
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
  /// The maximum number of bars is exceeded with more than these loops.
  case barCount(loopsThatFit: Int)
  /// The maximum number of changes of tempo and meter is exceeded in this bar (of four beats), counted
  /// from 0.
  case changeCount(bar: Int64)

  /// The reason and the limit, as a phrase.
  public var description: String {
    switch self {
    case .loops(let count):
      StandardMIDIFile.loopCounts.expected(unit: "loops", found: count)
    case .noteCount(let bar):
      "bar \(bar + 1): more than \(StandardMIDIFile.mostNotes) notes up to here: export fewer loops "
        + "or a shorter song"
    case .barCount(let loops):
      "more than \(StandardMIDIFile.mostBars) bars of four beats: export at most \(loops.counted("loop"))"
    case .changeCount(let bar):
      "bar \(bar + 1): more than \(StandardMIDIFile.mostChanges) changes of tempo and meter up to here: "
        + "export fewer loops or bars"
    }
  }
}

extension Patch {
  /// The patch that is played to export a number of its loops: for several, pattern and song repeat.
  public func exported(loops: Int) -> Patch {
    // Once is as the patch says: a next round would have its early notes before the end.
    guard loops > 1 else { return self }
    var endless = self
    endless.pattern.loops = true
    var song = self.song
    song.loops = true
    // The patterns have not changed, so the song is valid.
    try? endless.setSong(song)
    return endless
  }

  /// The number of loops that have at most `mostBars` together.
  fileprivate var loopsThatFit: Int {
    let length = playsSections ? songForm.length : pattern.length
    let most = Beats(4) * StandardMIDIFile.mostBars
    return Int(most.dividedRoundingDown(by: max(length, Beats(units: 1))))
  }
}

/// The timing of one loop of an exported patch.
private struct ExportedLoop {
  private(set) var tempi: [(beat: Beats, tempo: Tempo)] = []
  /// Each differs from the one before it.
  private(set) var meters: [(beat: Beats, meter: Meter)] = []
  private(set) var length = Beats.zero

  init(_ patch: Patch) {
    guard patch.playsSections else {
      add(patch.pattern, repeats: 1)
      return
    }
    tempi = patch.songForm.tempos
    let patterns = Dictionary(
      patch.patterns.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for section in patch.song.sections {
      if let pattern = patterns[section.pattern] { add(pattern, repeats: section.repeats) }
    }
  }

  private mutating func add(_ pattern: Pattern, repeats: Int) {
    if let meter = pattern.bar.meter, meters.last?.meter != meter { meters.append((length, meter)) }
    length = length + pattern.length * Int64(repeats)
  }
}

/// The timing of an exported patch.
private struct ExportPlan {
  private(set) var tempi: [TempoMap.Change] = []
  private(set) var meters: [MeterMap.Change] = []
  private(set) var end = Beats.zero
  let isSong: Bool
  private let loop: ExportedLoop
  /// The tempo from each beat on, because looseness is in milliseconds.
  private var speeds: [(beat: Beats, tempo: Tempo)] = []

  /// Without any loops.
  init(_ patch: Patch) {
    isSong = patch.playsSections
    loop = ExportedLoop(patch)
    change(to: patch.tempo, at: .zero)
  }

  /// Adds a loop, which begins at the tempo of the first; throws where those before have too many changes.
  mutating func addLoop() throws(MIDIExportError) {
    guard tempi.count + meters.count <= StandardMIDIFile.mostChanges else {
      throw .changeCount(bar: (end - Beats(units: 1)).dividedRoundingDown(by: Beats(4)))
    }
    for tempo in loop.tempi { change(to: tempo.tempo, at: end + tempo.beat) }
    for (beat, meter) in loop.meters where meters.last?.meter != meter {
      meters.append(MeterMap.Change(meter, at: end + beat))
    }
    end = end + loop.length
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
}
