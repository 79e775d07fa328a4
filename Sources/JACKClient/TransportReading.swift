import CJACK
import Clock
import MusicalTime
import Synchronization

extension AudioThreadState {
  /// The transport state at the first frame of the current cycle.
  @_noLocks mutating func readTransport() -> TransportReport? {
    guard let client = unsafe client else { return nil }
    var position = jack_position_t()
    let state = unsafe jack_transport_query(client, &position)
    let motion = motion(state)
    let isRolling = if case .rolling = motion { true } else { false }
    let frame = transportCount.counted(position.frame, isRolling: isRolling)
    return TransportReport(
      motion: motion, frame: frame, timebase: readTimebase(position, at: frame))
  }

  @_noLocks private func motion(_ state: jack_transport_state_t) -> TransportReport.Motion {
    switch state.rawValue {
    case JackTransportRolling.rawValue, JackTransportLooping.rawValue: .rolling
    case JackTransportStarting.rawValue, JackTransportNetStarting.rawValue: .starting
    default: .stopped
    }
  }

  /// Our own timebase if we are master, which is more precise than ticks; otherwise that of the
  /// other master.
  @_noLocks private mutating func readTimebase(
    _ position: jack_position_t, at frame: Int64
  ) -> TransportReport.Timebase? {
    let isGiven = position.valid.rawValue & JackPositionBBT.rawValue != 0
    let isOwn = timebase.position.wrote(position)
    guard timebase.isHeld.load(ordering: .relaxed) else {
      _ = timebase.position.isTaken(isGiven: false, isOwn: isOwn)
      // What we wrote as master may still be there.
      return isOwn ? nil : TransportReport.Timebase(position)
    }
    if timebase.position.isTaken(isGiven: isGiven, isOwn: isOwn) {
      timebase.isLost.store(true, ordering: .relaxed)
      return TransportReport.Timebase(position)
    }
    return timebase.position.report(at: frame, sampleRate: sampleRate)
  }
}

/// Extends the transport's 32-bit frame count, which wraps around after 24.9 h at 48 kHz.
/// Real-time: yes.
struct TransportCount: BitwiseCopyable {
  private var last: UInt32 = 0
  private var wasRolling = false
  /// Added to the 32-bit frames.
  private var base: Int64 = 0

  @_noLocks init() {}

  /// The extended count of `frame`.
  @_noLocks mutating func counted(_ frame: UInt32, isRolling: Bool) -> Int64 {
    let onward = Int64(Int32(truncatingIfNeeded: frame &- last))
    let isOnward = onward >= 0 && onward <= 1 << 20
    if isRolling, wasRolling, isOnward, frame < last {
      base = base &+ 1 << 32
    } else if !isOnward || frame < last {
      // A relocation; its target is always within 32 bits.
      base = 0
    }
    (last, wasRolling) = (frame, isRolling)
    return base &+ Int64(frame)
  }
}

extension TransportReport.Timebase {
  /// Decodes a position's bar, beat and tick; nil if they are missing or invalid.
  @_noLocks init?(_ position: jack_position_t) {
    guard position.valid.rawValue & JackPositionBBT.rawValue != 0,
      let speed = PositionSpeed(position),
      let start = speed.ticks(before: position)
    else { return nil }
    var position = position
    let exactTick = unsafe ghostnote_jack_exact_tick(&position)
    let isExact = exactTick >= 0
    let tick = isExact ? exactTick : Double(position.tick)
    guard tick >= 0, tick <= 2 * position.ticks_per_beat else { return nil }
    var quarters = (start + tick) * speed.quartersPerTick
    var hasOffset = false
    if position.valid.rawValue & JackBBTFrameOffset.rawValue != 0 {
      hasOffset = true
      quarters += Double(position.bbt_offset) * speed.quartersPerFrame
    }
    guard quarters >= 0, quarters < 1e9 else { return nil }
    self.init(
      beat: Beats(nearest: quarters),
      grain: hasOffset || isExact ? .zero : Beats(nearest: speed.quartersPerTick),
      tempo: Tempo(measuredMicrobpm: Int64(speed.quartersPerMinute * 1_000_000 + 0.5)))
  }
}

/// The speed of a position's ticks and frames in quarter notes, for any beat unit.
private struct PositionSpeed: BitwiseCopyable {
  let quartersPerMinute: Double
  let quartersPerTick: Double
  let quartersPerFrame: Double

  @_noLocks init?(_ position: jack_position_t) {
    // Comparisons with NaN are false. Bounded above too, because quotients are converted to
    // integers.
    guard position.beat_type >= 1, position.beat_type <= 1_024, position.ticks_per_beat >= 1,
      position.ticks_per_beat <= 1e6, position.beats_per_minute > 0,
      position.beats_per_minute <= 1e6, position.frame_rate > 0
    else { return nil }
    let quartersPerBeat = 4 / Double(position.beat_type)
    quartersPerMinute = position.beats_per_minute * quartersPerBeat
    quartersPerTick = quartersPerBeat / position.ticks_per_beat
    quartersPerFrame = quartersPerMinute / 60 / Double(position.frame_rate)
    let range = Tempo.measuredRange
    guard quartersPerMinute >= Double(range.lowerBound),
      quartersPerMinute <= Double(range.upperBound)
    else { return nil }
  }

  /// The ticks from the song's beginning to the beat of `position`.
  @_noLocks func ticks(before position: jack_position_t) -> Double? {
    guard position.bar >= 1, position.beat >= 1, position.beats_per_bar > 0,
      position.beats_per_bar <= 1_024, Float(position.beat) < position.beats_per_bar + 1
    else { return nil }
    let counted =
      Double(position.bar &- 1) * Double(position.beats_per_bar) * position.ticks_per_beat
    // Many masters leave it 0, which is only right in the first bar.
    let said = position.bar_start_tick
    guard said.isFinite else { return nil }
    let start = said > 0 && said < 1e16 ? said : counted
    return start + Double(position.beat &- 1) * position.ticks_per_beat
  }
}

extension Beats {
  /// The unit nearest to a position in quarter notes, which must be positive and below 10⁹.
  @_noLocks fileprivate init(nearest quarters: Double) {
    self.init(units: Int64(quarters * Double(Beats(1).units) + 0.5))
  }
}
