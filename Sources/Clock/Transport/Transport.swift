public import MusicalTime

/// The state machine of the transport: whether the song rolls, its position and tempo. The engine
/// carries out its actions.
///
/// Works on planned frames, which may be ahead of playback. Real-time: yes.
public struct Transport: BitwiseCopyable, Sendable {
  /// Messages to send to followers of our clock, in this order.
  public struct Announcement: BitwiseCopyable, Sendable {
    /// Send Stop.
    public var stop = false
    /// Send this song position, in sixteenths; none if negative.
    public var songPosition = -1
    /// Send Start or Continue.
    public var start: Beginning = .none
    /// The beat of the first tick that followers count: the song's beginning, or the next sixteenth
    /// if the position cannot be expressed. Start or Continue is due a pre-roll before it.
    public var joins = Beats.zero

    /// The message that starts the song: Start from the beginning, Continue from a song position.
    public enum Beginning: UInt8, BitwiseCopyable, Sendable { case none, start, `continue` }

    @_noLocks init() {}
  }

  /// Whether the song rolls (or is about to, after the pre-roll).
  public private(set) var isRolling = false
  /// Where Continue resumes; on a clock tick.
  public private(set) var restingPosition = Beats(units: 0)
  /// The mappings between beats and frames.
  public private(set) var history: TimelineHistory
  /// When it last began to roll; in the future during the pre-roll.
  public private(set) var beganAt = Frame(index: 0)
  /// The beat from which it then began.
  public private(set) var beganFrom = Beats(units: 0)
  /// The tempo requested last.
  public private(set) var tempo: Tempo
  /// Whether it was started by our own transport.
  private var isOwn = true

  /// Stopped at the beginning.
  @_noLocks public init(tempo: Tempo, sampleRate: SampleRate) {
    self.tempo = tempo
    history = TimelineHistory(
      Timeline(
        tempo: tempo, sampleRate: sampleRate, beatOrigin: .zero, frameOrigin: Frame(index: 0)))
  }

  /// Starts at the beginning: Start at `frame`, the downbeat after the pre-roll; at its own tempo
  /// unless another is given.
  @_noLocks public mutating func play(at frame: Frame, tempo: Tempo? = nil) -> Announcement {
    var said = Announcement()
    said.start = .start
    begin(from: .zero, at: frame, tempo: tempo)
    return said
  }

  /// Resumes at the resting position, at its own tempo unless another is given; does nothing when
  /// already rolling.
  @_noLocks public mutating func `continue`(at frame: Frame, tempo: Tempo? = nil) -> Announcement {
    guard !isRolling else { return Announcement() }
    let said = beginning(from: restingPosition)
    begin(
      from: restingPosition, at: frame, preRoll: preRollFrames(before: restingPosition),
      tempo: tempo)
    return said
  }

  /// Rolls from `beat`, which falls exactly on `frame`, at `tempo`, following another transport.
  ///
  /// Followers that roll are restarted: with Start at the beginning, else with Stop and Continue.
  @_noLocks public mutating func roll(
    from beat: Beats, at frame: Frame, tempo: Tempo
  ) -> Announcement {
    var said = beginning(from: beat)
    if isRolling, case .continue = said.start { said.stop = true }
    begin(from: beat, at: frame, preRoll: 0, tempo: tempo, isOwn: false)
    return said
  }

  /// The messages for a song that begins at `beat`: if that is not a sixteenth, it begins at the
  /// next one for followers, because song position has no finer resolution (MIDI 1.0).
  @_noLocks public func beginning(from beat: Beats) -> Announcement {
    var said = Announcement()
    var sixteenths = beat.dividedRoundingUp(by: .sixteenth)
    if Beats.sixteenth * sixteenths != beat {
      // One that is so near leaves no time to announce it: 1/32 beat is 6 ms at 300 bpm.
      let soon = beat + Beats(units: Beats.unitsPerBeat / 32)
      sixteenths = soon.dividedRoundingUp(by: .sixteenth)
    }
    said.joins = .sixteenth * sixteenths
    said.start = sixteenths == 0 ? .start : .continue
    if sixteenths != 0 { said.songPosition = Int(truncatingIfNeeded: sixteenths % 16_384) }
    return said
  }

  /// Stops at `frame` and keeps the position, rounded up to the tick that followers expect next.
  @_noLocks public mutating func stop(at frame: Frame) -> Announcement {
    var said = Announcement()
    // Stop is not sent while already stopped, because it could confuse followers.
    guard isRolling else { return said }
    said.stop = true
    isRolling = false
    rest(at: beat(at: frame))
    return said
  }

  /// Stops at `beat` by itself, as at the end of a pattern that does not loop.
  @_noLocks public mutating func end(at beat: Beats) {
    isRolling = false
    rest(at: beat)
  }

  /// Sets the resting position to `beat`, rounded up to a tick, where Continue resumes.
  @_noLocks public mutating func rest(at beat: Beats) {
    restingPosition = .clockTick * beat.dividedRoundingUp(by: .clockTick)
  }

  /// Moves to `beat`, rounded down to a sixteenth; if rolling, followers get Stop, the position and
  /// Continue, and the song goes on at its own tempo unless another is given.
  @_noLocks public mutating func locate(
    to beat: Beats, at frame: Frame, tempo: Tempo? = nil
  ) -> Announcement {
    var said = Announcement()
    let sixteenths = max(beat.dividedRoundingDown(by: .sixteenth), 0)
    restingPosition = .sixteenth * sixteenths
    said.stop = isRolling
    // Song position has 14 bits; followers of a longer song keep the position within the bar only.
    said.songPosition = Int(truncatingIfNeeded: sixteenths % 16_384)
    said.joins = restingPosition
    if isRolling {
      said.start = .continue
      begin(
        from: restingPosition, at: frame, preRoll: preRollFrames(before: .sixteenth),
        tempo: tempo)
    }
    return said
  }

  /// Changes the tempo from `frame` on without a jump in beats; returns false if too many changes
  /// are still ahead that the caller must try again later.
  @_noLocks public mutating func setTempo(
    _ tempo: Tempo, at frame: Frame, heardThrough heard: Frame
  ) -> Bool {
    guard bend(to: tempo, at: frame, heardThrough: heard) else { return false }
    self.tempo = tempo
    return true
  }

  /// Stores `tempo` for when no other clock is followed any more.
  @_noLocks public mutating func keepTempo(_ tempo: Tempo) { self.tempo = tempo }

  /// Continues at `tempo` from `frame` on without a jump in beats, without changing the requested
  /// tempo; returns false as `setTempo` does.
  @_noLocks public mutating func bend(
    to tempo: Tempo, at frame: Frame, heardThrough heard: Frame
  ) -> Bool {
    let line = history.current
    if !isRolling {
      // Only the clock that is sent while stopped is affected.
      history.reset(to: line.bent(to: tempo, at: frame))
    } else if frame < beganAt {
      // Still in the pre-roll: the downbeat stays at the announced time.
      begin(from: beganFrom, at: beganAt, preRoll: 0, tempo: tempo, isOwn: isOwn)
    } else {
      guard !history.isFull(at: heard) else { return false }
      history.append(line.bent(to: tempo, at: frame))
    }
    return true
  }

  /// The beat heard at `frame`; the resting position while stopped.
  @_noLocks public func position(at frame: Frame) -> Beats {
    guard isRolling else { return restingPosition }
    return frame <= beganAt ? beganFrom : history.line(at: frame).origin(at: frame)
  }

  /// Frames between Start and the first clock: a millisecond, as the MIDI specification recommends.
  @_noLocks public static func preRollFrames(at sampleRate: SampleRate) -> Int64 {
    sampleRate.frames(milliseconds: 1)
  }

  /// Frames between the announcement of a song that begins at `beat` and its first clock: 5 ms
  /// after a song position, because that and Continue take 1.6 ms on a cable and devices need time
  /// to locate.
  @_noLocks public func preRollFrames(before beat: Beats) -> Int64 {
    let rate = history.current.sampleRate
    return beat == .zero ? Self.preRollFrames(at: rate) : rate.frames(milliseconds: 5)
  }

  @_noLocks private func beat(at frame: Frame) -> Beats {
    frame <= beganAt ? beganFrom : history.line(at: frame).beat(at: frame)
  }

  @_noLocks private mutating func begin(
    from beat: Beats, at frame: Frame, preRoll: Int64? = nil, tempo: Tempo? = nil,
    isOwn: Bool = true
  ) {
    isRolling = true
    self.isOwn = isOwn
    let wait = preRoll ?? Self.preRollFrames(at: history.current.sampleRate)
    beganAt = frame.advanced(by: wait)
    beganFrom = beat
    // Nothing before the downbeat is queried again, so older timelines are not needed.
    let (tempo, rate) = (tempo ?? self.tempo, history.current.sampleRate)
    // Another clock's beat is met exactly; ours falls on the nearest frames.
    history.reset(
      to: Timeline(
        tempo: tempo, sampleRate: rate, beatOrigin: beat, frameOrigin: beganAt,
        isCentred: isOwn))
  }
}
