public import MusicalTime
import Playback
import Rhythm
import Sequencing

/// Where the song is, with the time of that.
public struct TransportPlace: Sendable, Hashable {
  /// The beat that is heard at `time`.
  public var beat: Beats
  /// By `CLOCK_MONOTONIC`.
  public var time: HostTime
  /// That of the song at `time`, a followed clock's where one leads.
  public var tempo: Tempo
  /// Whether the song plays.
  public var isRolling: Bool
  /// Whether the clicks before the song are heard.
  public var isCountingIn: Bool
  /// Where the pattern that is heard began its first loop, and the length of a loop.
  public var origin: Beats
  /// The length of a loop of that pattern.
  public var loopLength: Beats
  /// The name of the pattern that is heard.
  public var pattern: String
  /// The length of a bar of that pattern.
  public var bar = Bar(.fourFour).length
  /// The note that is counted in that bar.
  public var pulse = Bar(.fourFour).pulse
  /// The beat on which the next section, the song's next round or a pattern that waits begins; nil where nothing
  /// else is to come.
  public var end: Beats?
  /// The length of the song's bar that ends at `origin`; nil where none does.
  public var barBefore: Beats?
}

extension TransportPlace {
  /// Where the engine is in what is `playing`.
  init(_ now: EngineStatus, in playing: Playing) {
    let place = now.place
    let origin = now.origin + place.loopStart - place.patternLength * place.loop
    let section = playing.heard.section(at: place)
    let ends = [
      section.map { origin + place.patternLength * Int64($0.repeats) },
      now.takeover(at: playing.waiting),
    ]
    self.init(
      beat: now.position, time: now.time, tempo: now.tempo, isRolling: now.isRolling,
      isCountingIn: now.isCountingIn, origin: origin, loopLength: place.patternLength,
      pattern: playing.heard.pattern(at: place).name, bar: place.bar.length,
      pulse: place.bar.pulse,
      end: ends.compactMap(\.self).min(), barBefore: playing.heard.lastBar(before: place))
  }
}

extension EngineStatus {
  /// The beat on which what waits for `moment` begins from its top; nil where nothing does.
  fileprivate func takeover(at moment: SwitchMoment?) -> Beats? {
    switch moment {
    case .bar: origin + place.barLine(atOrAfter: position - origin)
    case .loopEnd:
      beatInLoop == .zero ? position : origin + place.loopStart + place.patternLength
    case .now, .beat, nil: nil
    }
  }
}

extension Heard {
  /// The section of `place`; nil while a pattern is played for itself.
  fileprivate func section(at place: CompiledProgram.Position) -> Section? {
    let sections = patch.song.sections
    return isSong && sections.indices.contains(place.section) ? sections[place.section] : nil
  }

  /// The length of the last bar of what the song plays before the section of `place`; nil at its beginning.
  fileprivate func lastBar(before place: CompiledProgram.Position) -> Beats? {
    let sections = patch.song.sections
    guard section(at: place) != nil else { return nil }
    var before = place.section - 1
    if loopedSection != nil || before < 0 {
      guard place.round > 0 else { return nil }
      before = loopedSection ?? sections.count - 1
    }
    guard let pattern = patch.pattern(of: sections[before]) else { return nil }
    let bar = pattern.bar.length
    // Where several loops make a bar, bars are counted through all of them.
    let whole = pattern.length * Int64(bar <= pattern.length ? 1 : sections[before].repeats)
    let rest = Beats(units: whole.units % bar.units)
    return rest == .zero ? bar : rest
  }
}
