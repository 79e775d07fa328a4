public import MIDI
public import MusicalTime
public import Rhythm

extension StandardMIDIFile {
  /// The most notes that are written to one file.
  public static let mostNotes = 1_000_000

  /// The loops of a pattern or song that can be written to one file.
  public static let loopCounts = 1...1_000

  /// What `patch` plays in so many loops of its song or of its selected pattern: groove, looseness and
  /// chance as they are heard. The pattern is played as `program` has it, where one is given.
  public init(
    _ patch: Patch, loops: Int, program: Program? = nil, format: Format = .single
  ) throws(MIDIExportError) {
    guard Self.loopCounts.contains(loops) else { throw .loops(loops) }
    var endless = patch
    endless.pattern.loops = true
    var song = patch.song
    song.loops = true
    // The patterns are the same: the song cannot be refused.
    try? endless.setSong(song)
    var plan = ExportPlan(endless)
    for _ in 0..<loops { plan.add(endless) }
    let cues = try plan.cues(of: (plan.isSong ? nil : program) ?? Program(endless))
    self.init(cues, tempi: plan.tempi, meters: plan.meters, end: plan.end, format: format)
  }

  /// What `patch` plays until `end` as `program` has it, at its tempi or its song's, and the cues
  /// `beside` it.
  public init(
    _ patch: Patch, until end: Beats, program: Program, beside others: [Cue] = []
  ) throws(MIDIExportError) {
    var plan = ExportPlan(patch)
    repeat { plan.add(patch) } while plan.end < end && (!plan.isSong || patch.song.loops)
    plan.cut(at: end)
    let cues = try plan.cues(of: program)
    self.init(
      others.isEmpty ? cues : (cues + others).sorted(), tempi: plan.tempi, end: end)
  }
}

/// Why a patch is not written to a MIDI file.
public enum MIDIExportError: Error, Hashable, CustomStringConvertible {
  /// It can't be played so often.
  case loops(Int)
  /// It plays more notes than go into a file, from this bar of four beats on, counted from 0.
  case noteCount(bar: Int64)

  /// What is wrong and what the limit is, in words.
  public var description: String {
    switch self {
    case .loops(let count): "\(count) loops: 1 to 1000 can be written"
    case .noteCount(let bar):
      "bar \(bar + 1): there are more than 1000000 notes up to here: write fewer loops"
    }
  }
}

/// What an exported patch plays when.
private struct ExportPlan {
  private(set) var tempi: [TempoMap.Change] = []
  private(set) var meters: [MeterMap.Change] = []
  private(set) var end = Beats.zero
  let isSong: Bool
  /// The tempo from each beat on; looseness is counted in milliseconds.
  private var speeds: [(beat: Beats, tempo: Tempo)] = []

  /// Of no loops yet.
  init(_ patch: Patch) {
    isSong = patch.playsSong && !patch.song.sections.isEmpty
    change(to: patch.tempo, at: .zero)
  }

  /// Adds a loop of what `patch` plays.
  mutating func add(_ patch: Patch) {
    guard isSong else {
      change(to: patch.pattern.bar.meter)
      end = end + patch.pattern.length
      return
    }
    let patterns = Dictionary(
      patch.patterns.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for section in patch.song.sections {
      guard let pattern = patterns[section.pattern] else { continue }
      let length = pattern.length * Int64(section.repeats)
      if let tempo = section.tempo { change(to: tempo, at: end) }
      for tempo in section.tempi where tempo.beat < length {
        change(to: tempo.tempo, at: end + tempo.beat)
      }
      change(to: pattern.bar.meter)
      end = end + length
    }
  }

  /// Ends at a beat, which may be later than what was added.
  mutating func cut(at beat: Beats) {
    end = beat
    speeds.removeAll { $0.beat >= beat && $0.beat > .zero }
    tempi.removeAll { $0.beat >= beat && $0.beat > .zero }
    meters.removeAll { $0.beat >= beat && $0.beat > .zero }
  }

  /// Reads the cues at the tempi at which the engine reads them.
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
