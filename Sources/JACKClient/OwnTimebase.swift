import CJACK
import Clock
import MusicalTime

/// Computes bars and beats from the transport's frames, for when we are the timebase master.
///
/// Frames map to beats by a line that continues without a jump at a tempo change; a relocation
/// restarts it with beat 0 at frame 0. Real-time: yes.
struct OwnTimebase: BitwiseCopyable {
  static var ticksPerBeat: Int64 { @_noLocks get { 1_920 } }
  /// The number of cycles for which another client's beats must persist before it counts as
  /// timebase master: a relocation may leave stale ones for a moment.
  static var cyclesUntilTaken: Int { @_noLocks get { 4 } }

  private var tempo = Tempo.standard
  private var meter = Meter.fourFour
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

  @_noLocks mutating func set(tempo: Tempo, meter: Meter) {
    self.tempo = tempo
    self.meter = meter
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

  @_noLocks private mutating func write(
    _ line: Timeline, at frame: Frame, into position: inout jack_position_t
  ) {
    let perBeat = Self.ticksPerBeat
    // JACK's beats are the meter's: eighths in 6/8.
    let unitsPerBeat = meter.pulse.units
    let ticks = line.beat(at: frame).units &* perBeat / unitsPerBeat
    // Rounded up, so that the tick does not begin before itself.
    let units = (ticks &* unitsPerBeat &+ perBeat &- 1) / perBeat
    let tickFrame = line.frame(at: Beats(units: units))
    let perBar = perBeat &* Int64(meter.count)
    let bar = ticks / perBar
    let inBar = ticks % perBar
    given = Given(
      frame: frame.index, bar: Int32(truncatingIfNeeded: bar &+ 1),
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
    position.bar_start_tick = Double(bar &* perBar)
    position.beats_per_bar = Float(meter.count)
    position.beat_type = Float(meter.unit)
    position.ticks_per_beat = Double(perBeat)
    position.beats_per_minute = given.beatsPerMinute
  }
}
