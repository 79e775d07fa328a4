public import MusicalTime

extension ClockFollower {
  /// The master's beat at `time`, extrapolated from the last tick; the resting position unless it
  /// rolls.
  @_noLocks public func beat(at time: HostTime) -> Beats {
    guard case .rolling = motion else { return position }
    guard let downbeat, hasEntered(at: time) else { return song(at: time) }
    let nanoseconds = max(Double(downbeat.distance(to: time).nanoseconds), 0)
    let units = Int64(nanoseconds / loop.line.period * Beats.unitsPerTick)
    let beat = Beats(units: entry.units &+ units)
    if let waitsAt, waitsAt < beat { return max(waitsAt, entry) }
    return beat
  }

  /// Whether the beginning set by Start or Continue has been reached at `time`, with a tolerance of
  /// a frame.
  @_noLocks private func hasEntered(at time: HostTime) -> Bool {
    guard let downbeat else { return true }
    return downbeat.distance(to: time).nanoseconds > -100_000
  }

  /// How far the master's song is ahead of `beat` at `time`; zero just before a restart.
  @_noLocks public func lead(over beat: Beats, at time: HostTime) -> Beats {
    guard case .rolling = motion, downbeat == nil else { return .zero }
    return song(at: time) - beat
  }

  /// The tempo at which a position `beat` at `time` meets the master after `span`, or after a tick
  /// if that is longer: never backwards, and without a step.
  @_noLocks public func tempo(
    from beat: Beats, at time: HostTime, within span: HostTime.Interval
  ) -> Tempo {
    guard case .rolling = motion else { return health.tempo }
    let reach = max(span.nanoseconds, wholeNumber(loop.line.period))
    let meeting = time.advanced(by: HostTime.Interval(nanoseconds: reach))
    // Before the new beginning is reached, the old song continues.
    let goal = hasEntered(at: time) ? self.beat(at: meeting) : song(at: meeting)
    let units = Double(goal.units &- beat.units)
    let microbpm = units / Double(reach) * (6e16 / Double(Beats.unitsPerBeat))
    return Tempo(measuredMicrobpm: wholeNumber(max(0, min(microbpm, 1e9))))
  }

  /// The beat that continues from the last tick, whether or not Start has set a new beginning.
  @_noLocks private func song(at time: HostTime) -> Beats {
    var beat = position
    if let coast, coast.begins <= time {
      beat = coast.beat(at: time)
    } else {
      let units = loop.ticks(until: time) * Beats.unitsPerTick
      beat = Beats(units: position.units &+ wholeNumber(units))
    }
    if let waitsAt, waitsAt < beat { beat = waitsAt }
    return time < reachedAt ? beat : max(beat, reached)
  }
}

/// Continues at a tempo of our own in place of a lost clock. Real-time: yes.
struct Coast: BitwiseCopyable, Sendable {
  /// When it takes over.
  private(set) var begins: HostTime
  /// When `beat` falls.
  private var origin: HostTime
  private let beat: Beats
  private let unitsPerNanosecond: Double

  /// Passes through `beat` at `time`, in place of the clock since `begins`.
  @_noLocks init(from beat: Beats, at time: HostTime, tempo: Tempo, begins: HostTime) {
    self.begins = begins
    origin = time
    self.beat = beat
    unitsPerNanosecond = Double(tempo.microbpm) * (Double(Beats.unitsPerBeat) / 6e16)
  }

  /// The beat at `time`.
  @_noLocks func beat(at time: HostTime) -> Beats {
    let nanoseconds = Double(origin.distance(to: time).nanoseconds)
    return Beats(units: beat.units &+ wholeNumber(nanoseconds * unitsPerNanosecond))
  }

  @_noLocks mutating func shift(by interval: HostTime.Interval) {
    begins = begins.advanced(by: interval)
    origin = origin.advanced(by: interval)
  }
}
