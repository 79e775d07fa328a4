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
    /// The beat whose tick is the first that followers count: where the song begins, or where it
    /// can be told, at the next sixteenth. Start or Continue is due a pre-roll before it.
    public var joins = Beats.zero

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
  /// When it last began to roll; ahead while in the pre-roll.
  public private(set) var beganAt = Frame(index: 0)
  /// The beat it then began from.
  public private(set) var beganFrom = Beats(units: 0)
  /// The tempo asked for last.
  public private(set) var tempo: Tempo
  /// Whether it began of its own accord.
  private var isOwn = true

  /// At rest at the top.
  @_noLocks public init(tempo: Tempo, sampleRate: SampleRate) {
    self.tempo = tempo
    history = TimelineHistory(
      Timeline(
        tempo: tempo, sampleRate: sampleRate, beatOrigin: .zero, frameOrigin: Frame(index: 0)))
  }

  /// Begins at the top: Start at `frame`, the downbeat after the pre-roll; at its own tempo unless
  /// told another's.
  @_noLocks public mutating func play(at frame: Frame, tempo: Tempo? = nil) -> Announcement {
    var said = Announcement()
    said.start = .start
    begin(from: .zero, at: frame, tempo: tempo)
    return said
  }

  /// Takes up where it rests, at its own tempo unless told another's; silent when it already rolls.
  @_noLocks public mutating func `continue`(at frame: Frame, tempo: Tempo? = nil) -> Announcement {
    guard !isRolling else { return Announcement() }
    let said = beginning(from: restingPosition)
    begin(
      from: restingPosition, at: frame, preRoll: preRollFrames(before: restingPosition),
      tempo: tempo)
    return said
  }

  /// Rolls from `beat`, which falls on `frame` itself, at `tempo`, as another's transport does.
  ///
  /// Followers that roll are told anew: by Start from the top, else by Stop and Continue.
  @_noLocks public mutating func roll(
    from beat: Beats, at frame: Frame, tempo: Tempo
  ) -> Announcement {
    var said = beginning(from: beat)
    if isRolling, case .continue = said.start { said.stop = true }
    begin(from: beat, at: frame, preRoll: 0, tempo: tempo, isOwn: false)
    return said
  }

  /// What followers are told of a song that begins at `beat`: where that is no sixteenth, that it
  /// begins at the next one, since song position knows nothing finer (MIDI 1.0).
  @_noLocks public func beginning(from beat: Beats) -> Announcement {
    var said = Announcement()
    var sixteenths = beat.dividedRoundingUp(by: .sixteenth)
    if Beats.sixteenth * sixteenths != beat {
      // One that is so near leaves no time to be told of it: 1/32 beat is 6 ms at 300 bpm.
      let soon = beat + Beats(units: Beats.unitsPerBeat / 32)
      sixteenths = soon.dividedRoundingUp(by: .sixteenth)
    }
    said.joins = .sixteenth * sixteenths
    said.start = sixteenths == 0 ? .start : .continue
    if sixteenths != 0 { said.songPosition = Int(truncatingIfNeeded: sixteenths % 16_384) }
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

  /// Rests at `beat`, rounded up to a tick, from where Continue takes up.
  @_noLocks public mutating func rest(at beat: Beats) {
    restingPosition = .clockTick * beat.dividedRoundingUp(by: .clockTick)
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
    said.joins = restingPosition
    if isRolling {
      said.start = .continue
      begin(from: restingPosition, at: frame, preRoll: preRollFrames(before: .sixteenth))
    }
    return said
  }

  /// Takes `tempo` from `frame` on without a jump in beats; answers false when so many changes are
  /// still ahead that the caller must ask again later.
  @_noLocks public mutating func setTempo(
    _ tempo: Tempo, at frame: Frame, heardThrough heard: Frame
  ) -> Bool {
    guard bend(to: tempo, at: frame, heardThrough: heard) else { return false }
    self.tempo = tempo
    return true
  }

  /// Keeps `tempo` for when nobody else's is followed any more.
  @_noLocks public mutating func keepTempo(_ tempo: Tempo) { self.tempo = tempo }

  /// Goes on at `tempo` from `frame` on without a jump in beats, and keeps the tempo asked for;
  /// answers false as `setTempo` does.
  @_noLocks public mutating func bend(
    to tempo: Tempo, at frame: Frame, heardThrough heard: Frame
  ) -> Bool {
    let line = history.current
    if !isRolling {
      // Nothing is heard of it but the clock that leaves while stopped.
      history.reset(to: line.bent(to: tempo, at: frame))
    } else if frame < beganAt {
      // Still in the pre-roll: the downbeat stays where it was announced.
      begin(from: beganFrom, at: beganAt, preRoll: 0, tempo: tempo, isOwn: isOwn)
    } else {
      guard !history.isFull(at: heard) else { return false }
      history.append(line.bent(to: tempo, at: frame))
    }
    return true
  }

  /// The beat heard at `frame`; the resting place while stopped.
  @_noLocks public func position(at frame: Frame) -> Beats {
    guard isRolling else { return restingPosition }
    return frame <= beganAt ? beganFrom : history.line(at: frame).origin(at: frame)
  }

  /// Frames between Start and the first clock: a millisecond, as the MIDI specification advises.
  @_noLocks public static func preRollFrames(at sampleRate: SampleRate) -> Int64 {
    sampleRate.frames(milliseconds: 1)
  }

  /// Frames between what is said of a song that begins at `beat` and its first clock: 5 ms from a song
  /// position on, since that and Continue take 1.6 ms on a cable and gear takes some to find its place.
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
    // Nothing before the downbeat is asked for again, so old lines need no place.
    let (tempo, rate) = (tempo ?? self.tempo, history.current.sampleRate)
    // Another's beat is met where it says; ours falls on the frames nearest to it.
    history.reset(
      to: Timeline(
        tempo: tempo, sampleRate: rate, beatOrigin: beat, frameOrigin: beganAt,
        isCentred: isOwn))
  }
}
