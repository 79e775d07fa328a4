public import MusicalTime

/// Whether the song moves, where it is and how fast: decides, and leaves doing to the engine.
///
/// Works on planned frames, which may lie ahead of what is heard. Real-time: yes.
public struct Transport: BitwiseCopyable, Sendable {
  /// What a follower of our clock has to be told, in this order.
  public struct Announcement: BitwiseCopyable, Sendable {
    /// Send Stop.
    public var stop = false
    /// Send this song position, in sixteenths, or nothing when negative.
    public var songPosition = -1
    /// Send Start or Continue.
    public var start: Beginning = .none

    /// Which message sets the song going: Start from the top, Continue from a song position.
    public enum Beginning: UInt8, BitwiseCopyable, Sendable { case none, start, `continue` }

    @_noLocks init() {}
  }

  /// Whether the song moves (or is about to, after the pre-roll).
  public private(set) var isRolling = false
  /// Where Continue takes up; on a clock tick.
  public private(set) var restingPosition = Beats(units: 0)
  /// The lines between beats and frames.
  public private(set) var history: TimelineHistory
  /// Where and when it last began to roll.
  private var beganAt = Frame(index: 0)
  private var beganFrom = Beats(units: 0)
  /// The tempo asked for last.
  public private(set) var tempo: Tempo

  /// At rest at the top.
  @_noLocks public init(tempo: Tempo, sampleRate: SampleRate) {
    self.tempo = tempo
    history = TimelineHistory(
      Timeline(
        tempo: tempo, sampleRate: sampleRate, beatOrigin: .zero, frameOrigin: Frame(index: 0)))
  }

  /// Begins at the top: Start at `frame`, the downbeat after the pre-roll.
  @_noLocks public mutating func play(at frame: Frame) -> Announcement {
    var said = Announcement()
    said.start = .start
    begin(from: .zero, at: frame)
    return said
  }

  /// Takes up where it rests; silent when it already rolls.
  @_noLocks public mutating func `continue`(at frame: Frame) -> Announcement {
    var said = Announcement()
    guard !isRolling else { return said }
    said.start = restingPosition == .zero ? .start : .continue
    if said.start == .continue, let sixteenths = wholeSixteenths(restingPosition) {
      said.songPosition = sixteenths
    }
    begin(from: restingPosition, at: frame)
    return said
  }

  /// Stops at `frame` and keeps the place, rounded up to the tick that followers expect next.
  @_noLocks public mutating func stop(at frame: Frame) -> Announcement {
    var said = Announcement()
    // Stopping while already stopped stays silent: a Stop out of nowhere would confuse followers.
    guard isRolling else { return said }
    said.stop = true
    isRolling = false
    rest(at: beat(at: frame))
    return said
  }

  /// Comes to rest at `beat` of its own accord, as at the end of a pattern that does not loop.
  @_noLocks public mutating func end(at beat: Beats) {
    isRolling = false
    rest(at: beat)
  }

  /// Moves to `beat`, rounded down to a sixteenth; when rolling, followers are stopped, told and
  /// continued.
  @_noLocks public mutating func locate(to beat: Beats, at frame: Frame) -> Announcement {
    var said = Announcement()
    let sixteenths = max(beat.dividedRoundingDown(by: .sixteenth), 0)
    restingPosition = .sixteenth * sixteenths
    said.stop = isRolling
    // Song position ends at 14 bits; followers of a longer song keep the bar, not the place.
    said.songPosition = Int(truncatingIfNeeded: sixteenths % 16_384)
    if isRolling {
      said.start = .continue
      begin(from: restingPosition, at: frame)
    }
    return said
  }

  /// Takes `tempo` from `frame` on without a jump in beats; answers false when so many changes are
  /// still ahead that the caller must ask again later.
  @_noLocks public mutating func setTempo(
    _ tempo: Tempo, at frame: Frame, heardThrough heard: Frame
  ) -> Bool {
    guard !isRolling || !history.isFull(at: heard) else { return false }
    self.tempo = tempo
    let line = history.current
    if isRolling, frame < beganAt {
      // Still in the pre-roll: the downbeat stays where it was announced.
      begin(from: beganFrom, at: beganAt, preRoll: 0)
    } else if isRolling {
      history.append(line.bent(to: tempo, at: frame))
    }
    return true
  }

  /// The beat heard at `frame`; the resting place while stopped.
  @_noLocks public func position(at frame: Frame) -> Beats {
    isRolling ? beat(at: frame) : restingPosition
  }

  /// Frames between Start and the first clock: a millisecond, as the MIDI specification advises.
  @_noLocks public static func preRollFrames(at sampleRate: SampleRate) -> Int64 {
    sampleRate.frames(milliseconds: 1)
  }

  @_noLocks private func beat(at frame: Frame) -> Beats {
    frame < beganAt ? beganFrom : history.line(at: frame).beat(at: frame)
  }

  @_noLocks private mutating func rest(at beat: Beats) {
    restingPosition = .clockTick * beat.dividedRoundingUp(by: .clockTick)
  }

  @_noLocks private mutating func begin(from beat: Beats, at frame: Frame, preRoll: Int64? = nil) {
    isRolling = true
    let wait = preRoll ?? Self.preRollFrames(at: history.current.sampleRate)
    beganAt = frame.advanced(by: wait)
    beganFrom = beat
    // Nothing before the downbeat is asked for again, so old lines need no place.
    history.reset(
      to: Timeline(
        tempo: tempo, sampleRate: history.current.sampleRate, beatOrigin: beat,
        frameOrigin: beganAt))
  }

  @_noLocks private func wholeSixteenths(_ beat: Beats) -> Int? {
    let sixteenths = beat.dividedRoundingDown(by: .sixteenth)
    guard Beats.sixteenth * sixteenths == beat else { return nil }
    return Int(truncatingIfNeeded: sixteenths % 16_384)
  }
}
