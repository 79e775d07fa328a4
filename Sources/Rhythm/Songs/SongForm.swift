public import MusicalTime

/// A patch's song in time: where its sections begin, and at which tempi they are played.
public struct SongForm: Sendable {
  /// The beat at which each section begins and, last, the song ends.
  public let borders: [Beats]
  private let song: Song
  /// The tempo of the patch, until a section sets another.
  private let tempo: Tempo

  /// The form of `song`, whose sections play `patterns`, in a patch of that tempo.
  init(_ song: Song, of patterns: [Pattern], tempo: Tempo) {
    let lengths = Dictionary(
      patterns.map { ($0.name, $0.length) }, uniquingKeysWith: { first, _ in first })
    var borders = [Beats.zero]
    for section in song.sections {
      let length = lengths[section.pattern] ?? .zero
      borders.append((borders.last ?? .zero) + length * Int64(section.repeats))
    }
    self.borders = borders
    self.song = song
    self.tempo = tempo
  }

  /// The length of the song, played once.
  public var length: Beats { borders.last ?? .zero }

  /// The tempo changes of the song with their beats; the first is that of its beginning.
  public var tempos: [(beat: Beats, tempo: Tempo)] {
    var tempos = [(beat: Beats.zero, tempo: tempo)]
    func add(_ tempo: Tempo, at beat: Beats) {
      guard tempo != tempos.last?.tempo else { return }
      if tempos.last?.beat == beat { tempos.removeLast() }
      tempos.append((beat, tempo))
    }
    for (number, section) in song.sections.enumerated() {
      if let tempo = section.tempo { add(tempo, at: borders[number]) }
      for change in section.tempi where borders[number] + change.beat < borders[number + 1] {
        add(change.tempo, at: borders[number] + change.beat)
      }
    }
    return tempos
  }

  /// The tempo changes until `end`: if the song loops, those of every round, each of which begins at the
  /// tempo of the first.
  public func tempos(until end: Beats) -> [(beat: Beats, tempo: Tempo)] {
    let round = self.tempos
    guard song.loops, length > .zero else { return round }
    var (tempos, start) = (round, length)
    while start < end {
      for change in round where start + change.beat < end && change.tempo != tempos.last?.tempo {
        tempos.append((start + change.beat, change.tempo))
      }
      start = start + length
    }
    return tempos
  }

  /// The tempo at which a section begins.
  public func tempo(ofSection number: Int) -> Tempo { ownTempo(ofSection: number) ?? tempo }

  /// The tempo at which a section begins, where the song sets one; nil where it is the patch's.
  public func ownTempo(ofSection number: Int) -> Tempo? {
    if song.sections.indices.contains(number), let own = song.sections[number].tempo { return own }
    for (number, section) in song.sections.enumerated().prefix(max(number, 0)).reversed() {
      let length = borders[number + 1] - borders[number]
      let last = section.tempi.last { $0.beat < length }?.tempo ?? section.tempo
      if let last { return last }
    }
    return nil
  }
}

extension Patch {
  /// Its song in time.
  public var songForm: SongForm { SongForm(song, of: patterns, tempo: tempo) }
}
