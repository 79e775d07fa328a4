import CJACK
import Clock
import MusicalTime

/// Computes bars and beats from the transport's frames, for when we are the timebase master.
///
/// Frames map to beats by a line that continues without a jump at a tempo change; a relocation
/// restarts it with beat 0 at frame 0. Bars are counted as the song counts them where it is in step with
/// the transport, else from beat 0 in the current meter. Real-time: yes.
struct OwnTimebase: BitwiseCopyable {
  static var ticksPerBeat: Int64 { @_noLocks get { 1_920 } }
  /// The number of cycles for which another client's beats must persist before it counts as
  /// timebase master: a relocation may leave stale ones for a moment.
  static var cyclesUntilTaken: Int { @_noLocks get { 4 } }

  private var tempo = Tempo.standard
  private var meter = Meter.fourFour
  /// The bar in which the song is at the next cycle; nil where it is not known.
  private(set) var bar: SongBar?
  private var line: Timeline?
  /// The last frame, beats and tempo that we wrote.
  private var given = Given()
  private var foreignCycles = 0

  private struct Given: BitwiseCopyable {
    var frame: Int64 = -1
    var bar: Int32 = 0
    var beat: Int32 = 0
    var tick: Int32 = 0
    var offset: UInt32 = 0
    var beatsPerMinute = 0.0
  }

  @_noLocks init() {}

  /// Goes on at `tempo` and in `meter`, which is that of `bar`, from the next cycle on.
  @_noLocks mutating func set(tempo: Tempo, meter: Meter, bar: SongBar? = nil) {
    self.tempo = tempo
    self.meter = meter
    self.bar = bar
  }

  /// Writes bar, beat and tick of `position`, which is `period` frames after the last one while the
  /// transport rolls, and at it when it starts.
  @_noLocks mutating func fill(
    _ position: inout jack_position_t, period: UInt32, sampleRate: SampleRate
  ) {
    let (same, next) = (given.frame, given.frame &+ Int64(period))
    // A 32-bit count, which wraps around after a day.
    let isSame = position.frame == UInt32(truncatingIfNeeded: same)
    let isNext = isSame || position.frame == UInt32(truncatingIfNeeded: next)
    let frame = isNext ? (isSame ? same : next) : Int64(position.frame)
    var line = isNext ? self.line ?? fresh(sampleRate) : fresh(sampleRate)
    if !(line.tempo == tempo) { line = line.bent(to: tempo, at: Frame(index: frame)) }
    self.line = line
    write(line, at: Frame(index: frame), into: &position)
  }

  /// Our own report of `frame`: exact, not quantised to ticks.
  @_noLocks func report(at frame: Int64, sampleRate: SampleRate) -> TransportReport.Timebase {
    let known = frame == given.frame ? line : nil
    let line = known ?? fresh(sampleRate)
    return TransportReport.Timebase(
      beat: line.beat(at: Frame(index: frame)), grain: .zero, tempo: line.tempo)
  }

  /// Whether the position's bar, beat and tick are the ones we wrote last.
  @_noLocks func wrote(_ position: jack_position_t) -> Bool {
    position.valid.rawValue & JackBBTFrameOffset.rawValue != 0 && position.bar == given.bar
      && position.beat == given.beat && position.tick == given.tick
      && position.bbt_offset == given.offset && position.beats_per_minute == given.beatsPerMinute
  }

  /// Detects whether another client has become timebase master.
  @_noLocks mutating func isTaken(isGiven: Bool, isOwn: Bool) -> Bool {
    foreignCycles = isGiven && !isOwn ? foreignCycles &+ 1 : 0
    return foreignCycles >= Self.cyclesUntilTaken
  }

  /// Beat 0 at frame 0, at the current tempo.
  @_noLocks private func fresh(_ sampleRate: SampleRate) -> Timeline {
    Timeline(
      tempo: tempo, sampleRate: sampleRate, beatOrigin: .zero, frameOrigin: Frame(index: 0))
  }

  /// The bar of `beat`: the song's, and those that would follow it, where the song is in step; else of those
  /// from beat 0 on.
  @_noLocks private func counted(_ beat: Beats) -> (start: Beats, number: Int64) {
    var (start, number) = (Beats.zero, 1 as Int64)
    // Farther off, the transport was moved and the song was not yet, or does not follow it.
    if let bar, (beat - bar.beat).units.magnitude < Beats.sixteenth.units.magnitude {
      (start, number) = (bar.start, bar.number)
    }
    let bars = (beat - start).dividedRoundingDown(by: meter.barLength)
    return (start + meter.barLength * bars, max(number &+ bars, 1))
  }

  @_noLocks private mutating func write(
    _ line: Timeline, at frame: Frame, into position: inout jack_position_t
  ) {
    let perBeat = Self.ticksPerBeat
    // JACK's beats are the meter's: eighths in 6/8.
    let unitsPerBeat = meter.pulse.units
    let beat = line.beat(at: frame)
    let bar = counted(beat)
    let inBar = (beat - bar.start).units &* perBeat / unitsPerBeat
    // Rounded up, so that the tick does not begin before itself.
    let units = (inBar &* unitsPerBeat &+ perBeat &- 1) / perBeat
    let tickFrame = line.frame(at: bar.start + Beats(units: units))
    given = Given(
      frame: frame.index, bar: Int32(truncatingIfNeeded: bar.number),
      beat: Int32(truncatingIfNeeded: inBar / perBeat &+ 1),
      tick: Int32(truncatingIfNeeded: inBar % perBeat),
      offset: UInt32(truncatingIfNeeded: max(tickFrame.distance(to: frame), 0)),
      beatsPerMinute: Double(line.tempo.microbpm) / 1_000_000 * Double(meter.unit) / 4)
    position.valid = jack_position_bits_t(
      rawValue: JackPositionBBT.rawValue | JackBBTFrameOffset.rawValue)
    position.bar = given.bar
    position.beat = given.beat
    position.tick = given.tick
    position.bbt_offset = given.offset
    position.bar_start_tick = Self.ticks(at: bar.start, unitsPerBeat: unitsPerBeat)
    position.beats_per_bar = Float(meter.count)
    position.beat_type = Float(meter.unit)
    position.ticks_per_beat = Double(perBeat)
    position.beats_per_minute = given.beatsPerMinute
  }

  /// The ticks from beat 0 to `beat`, of beats of `unitsPerBeat`: a bar need not begin on one.
  @_noLocks private static func ticks(at beat: Beats, unitsPerBeat: Int64) -> Double {
    let whole = beat.units / unitsPerBeat &* ticksPerBeat
    return Double(whole) + Double(beat.units % unitsPerBeat &* ticksPerBeat) / Double(unitsPerBeat)
  }
}
