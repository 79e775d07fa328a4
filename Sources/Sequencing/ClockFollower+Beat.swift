public import MusicalTime

extension ClockFollower {
  /// The master's beat at `time` as the loop sees it, ahead of the last tick or behind it; the
  /// resting position unless it rolls.
  @_noLocks public func beat(at time: HostTime) -> Beats {
    guard case .rolling = motion else { return position }
    guard let downbeat, hasEntered(at: time) else { return song(at: time) }
    let nanoseconds = max(Double(downbeat.distance(to: time).nanoseconds), 0)
    let units = Int64(nanoseconds / loop.line.period * Beats.unitsPerTick)
    let beat = Beats(units: entry.units &+ units)
    if let waitsAt, waitsAt < beat { return max(waitsAt, entry) }
    return beat
  }

  /// Whether what Start or Continue spoke of has begun at `time`, but for a frame.
  @_noLocks private func hasEntered(at time: HostTime) -> Bool {
    guard let downbeat else { return true }
    return downbeat.distance(to: time).nanoseconds > -100_000
  }

  /// How far the master's song is ahead of `beat` at `time`; nothing where it is about to begin anew.
  @_noLocks public func lead(over beat: Beats, at time: HostTime) -> Beats {
    guard case .rolling = motion, downbeat == nil else { return .zero }
    return song(at: time) - beat
  }

  /// The tempo at which somebody who stands at `beat` at `time` meets the master after `span`, or
  /// after a tick where that is longer: never backwards, and never a step.
  @_noLocks public func tempo(
    from beat: Beats, at time: HostTime, within span: HostTime.Interval
  ) -> Tempo {
    guard case .rolling = motion else { return health.tempo }
    let reach = max(span.nanoseconds, wholeNumber(loop.line.period))
    let meeting = time.advanced(by: HostTime.Interval(nanoseconds: reach))
    // Who has not come to the new beginning yet goes on in the old song.
    let goal = hasEntered(at: time) ? self.beat(at: meeting) : song(at: meeting)
    let units = Double(goal.units &- beat.units)
    let microbpm = units / Double(reach) * (6e16 / Double(Beats.unitsPerBeat))
    return Tempo(measuredMicrobpm: wholeNumber(max(0, min(microbpm, 1e9))))
  }

  /// The beat that goes on from the last tick, whether or not Start has set a new beginning.
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

/// A tempo of our own that goes on in the place of a clock that was lost. Real-time: yes.
struct Coast: BitwiseCopyable, Sendable {
  /// When it takes over.
  var begins: HostTime
  private let beat: Beats
  private let unitsPerNanosecond: Double

  @_noLocks init(from beat: Beats, at time: HostTime, tempo: Tempo) {
    begins = time
    self.beat = beat
    unitsPerNanosecond = Double(tempo.microbpm) * (Double(Beats.unitsPerBeat) / 6e16)
  }

  /// The beat at `time`.
  @_noLocks func beat(at time: HostTime) -> Beats {
    let nanoseconds = Double(begins.distance(to: time).nanoseconds)
    return Beats(units: beat.units &+ wholeNumber(nanoseconds * unitsPerNanosecond))
  }
}
