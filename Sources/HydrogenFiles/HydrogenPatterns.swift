import MusicalTime
import Rhythm

/// Converts the patterns and columns of a Hydrogen song.
struct HydrogenPatterns {
  /// What was read, and what has no meaning here.
  struct Counts {
    var notes = 0
    var merged = 0
    var crowded = 0
    var noteOffs = 0
    var silent = 0
    var outside = 0
    var muted = 0
    var homeless = 0
    var panned = 0
    var pitched = 0
    var ended = 0
    var clampedTempi = 0
    var missingPatterns = 0
    var unsoloed = 0
  }

  private(set) var patterns: [Pattern] = []
  private(set) var counts = Counts()
  let file: HydrogenSong
  let voices: HydrogenVoices
  /// Whether swing is the patch's groove, and not a part of every offset.
  let swingsByGroove: Bool
  private var names = PatternNames()
  /// The name of the pattern for the parts that sound together.
  private var known: [[Int]: String] = [:]
  /// The index of the first pattern with a name.
  private let indices: [String: Int]
  /// Voices whose notes have one pitch other than the sample's, in semitones.
  private(set) var pitches: [Voice: Set<Double>] = [:]

  init(_ file: HydrogenSong) {
    self.file = file
    voices = HydrogenVoices(file)
    indices = Dictionary(
      file.patterns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    // A groove moves everything between sixteenths too, and counts from the beginning of a section.
    let isEven = file.patterns.allSatisfy { pattern in
      pattern.size.isMultiple(of: 24)
        && pattern.notes.allSatisfy { $0.position.isMultiple(of: 12) && $0.leadLag == 0 }
    }
    swingsByGroove = file.swing > 0 && isEven
  }

  /// Converts everything; the sections of the columns.
  mutating func song() throws(HydrogenError) -> Song {
    guard file.patterns.count <= Patch.mostPatterns else {
      throw .patch(.patternCount(file.patterns.count))
    }
    for index in file.patterns.indices { _ = try name(of: [index]) }
    countNotes()
    let tempi = Dictionary(
      file.followsTempi ? file.tempi.map { ($0.column, $0.bpm) } : [],
      uniquingKeysWith: { _, last in last })
    var sections: [Section] = []
    for (number, column) in file.columns.enumerated() {
      let name = try name(of: parts(of: column))
      let tempo = self.tempo(ofColumn: number, tempi)
      if tempo == nil, let last = sections.last, last.pattern == name,
        last.repeats < Section.repeatCounts.upperBound
      {
        sections[sections.count - 1].repeats += 1
      } else {
        sections.append(Section(pattern: name, tempo: tempo))
      }
    }
    return Song(sections: sections, loops: file.loops)
  }

  /// The tempo that a column sets; nil for the one before.
  private mutating func tempo(ofColumn number: Int, _ tempi: [Int: Double]) -> Tempo? {
    guard let bpm = tempi[number] else { return nil }
    let tempo = Tempo(clampingBPM: bpm)
    if Tempo(bpm: bpm) == nil { counts.clampedTempi += 1 }
    return tempo
  }

  /// The indices of a column's patterns.
  private mutating func parts(of column: [String]) -> [Int] {
    counts.missingPatterns += column.count { indices[$0] == nil }
    return Set(column.compactMap { indices[$0] }).sorted()
  }

  /// The name of the pattern in which these sound together, which is made if there is none.
  private mutating func name(of parts: [Int]) throws(HydrogenError) -> String {
    if let name = known[parts] { return name }
    guard patterns.count < Patch.mostPatterns else {
      throw .patch(.patternCount(patterns.count + 1))
    }
    let wanted =
      parts.isEmpty ? "rest" : parts.map { file.patterns[$0].name }.joined(separator: " + ")
    let name = names.unique(wanted)
    do throws(PatternError) { patterns.append(try pattern(of: parts, name: name)) } catch {
      throw .pattern(name, error)
    }
    known[parts] = name
    return name
  }

  private mutating func pattern(of parts: [Int], name: String) throws(PatternError) -> Pattern {
    let numbers = withVirtual(parts)
    let all = numbers.map { file.patterns[$0] }
    let size = all.map(\.size).max() ?? HydrogenPattern.bar
    // With the pattern that was the last to have a note there.
    var kept: [PlaceKey: (note: PlacedNote, pattern: Int)] = [:]
    for number in numbers {
      for note in placed(file.patterns[number]) {
        let key = PlaceKey(voice: note.voice, tick: note.tick)
        guard let other = kept[key] else {
          kept[key] = (note, number)
          continue
        }
        // Those within one pattern of a column are counted where it stands alone.
        if parts.count == 1 || other.pattern != number { counts.merged += 1 }
        kept[key] = (other.note.isWeaker(than: note) ? note : other.note, number)
      }
    }
    let notes = kept.values.map(\.note)
    let (written, leftOut) = try TickGrid(size: size).pattern(
      named: name, playing: notes, lane: lane)
    counts.crowded += leftOut
    var pattern = written
    try muteUnsoloed(&pattern)
    if let meter = meter(of: all, size: size), pattern.bar.meter != meter { pattern.meter = meter }
    return pattern
  }

  /// Mutes the lanes of a pattern in which none is soloed, where the song has a solo: a lane's own solo is only for its
  /// pattern.
  private mutating func muteUnsoloed(_ pattern: inout Pattern) throws(PatternError) {
    let lanes = pattern.lanes
    guard voices.isAnySoloed, !lanes.isEmpty, !lanes.contains(where: \.isSoloed) else { return }
    for lane in lanes { try pattern.setMuted(true, of: lane.voice) }
    counts.unsoloed += 1
  }

  private struct PlaceKey: Hashable {
    var voice: Voice
    var tick: Int
  }

  /// These patterns and those they play besides, each once.
  private func withVirtual(_ parts: [Int]) -> [Int] {
    var found: [Int] = []
    var seen: Set<Int> = []
    var waiting = parts
    while let next = waiting.popLast() {
      guard seen.insert(next).inserted else { continue }
      found.append(next)
      waiting += (file.virtualPatterns[file.patterns[next].name] ?? []).compactMap { indices[$0] }
    }
    return found
  }

  /// The meter that one pattern alone counts in, where its file says so.
  private func meter(of parts: [HydrogenPattern], size: Int) -> Meter? {
    guard let unit = parts.first(where: { $0.size == size })?.denominator,
      (size * unit).isMultiple(of: HydrogenPattern.bar)
    else { return nil }
    return Meter(count: size * unit / HydrogenPattern.bar, unit: unit)
  }

  private func placed(_ pattern: HydrogenPattern) -> [PlacedNote] {
    pattern.notes.compactMap { note in
      guard isHeard(note, in: pattern), let voice = voices[note] else { return nil }
      let isOffBeat = note.position % 24 == 12
      let swing = isOffBeat && !swingsByGroove ? file.swing * 6 : 0
      return PlacedNote(
        voice: voice, tick: note.position, late: note.leadLag * HydrogenNote.leadLagTicks + swing,
        velocity: Velocity(clamping: Int((min(note.velocity, 1) * 127).rounded())),
        probability: Int((note.probability * 100).rounded()))
    }
  }

  private func isHeard(_ note: HydrogenNote, in pattern: HydrogenPattern) -> Bool {
    !note.isNoteOff && note.velocity > 0 && note.position < pattern.size
      && !voices.isSilenced(note)
  }

  private mutating func countNotes() {
    for pattern in file.patterns {
      for note in pattern.notes {
        if note.isNoteOff {
          counts.noteOffs += 1
        } else if note.velocity <= 0 {
          counts.silent += 1
        } else if note.position >= pattern.size {
          counts.outside += 1
        } else if voices.isSilenced(note) {
          counts.muted += 1
        } else if let voice = voices[note] {
          counts.notes += 1
          if note.pan != 0 { counts.panned += 1 }
          if note.length != nil { counts.ended += 1 }
          pitches[voice, default: []].insert(note.pitch)
        } else {
          counts.homeless += 1
        }
      }
    }
    for pattern in file.patterns {
      counts.pitched += pattern.notes.count { note in
        note.pitch != 0 && isHeard(note, in: pattern)
          && voices[note].map { tuning(of: $0) == nil } ?? false
      }
    }
  }

  private func lane(_ voice: Voice, _ steps: [Step?]) -> Lane {
    var lane = Lane(voice, steps: steps)
    let instruments = voices.instruments(of: voice)
    lane.isMuted = !instruments.isEmpty && instruments.allSatisfy(\.isMuted)
    lane.isSoloed = instruments.contains(where: \.isSoloed)
    lane.looseness = looseness
    return lane
  }
}
