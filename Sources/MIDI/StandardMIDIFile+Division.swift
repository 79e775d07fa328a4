extension StandardMIDIFile {
  /// The length of a tick in a file: a fraction of a beat, or a fraction of a time code frame.
  public struct Division: Sendable, Hashable {
    /// The unit that is divided.
    public let whole: Whole
    /// Ticks per unit.
    public let ticks: UInt16

    /// A beat, or a frame of SMPTE time code.
    public enum Whole: Sendable, Hashable {
      case beat
      /// A tick is then a length of time. It is converted to beats with the file's own tempo map
      /// (120 bpm if there is none), so that an event's beat is the one at which it is heard.
      case frame(FrameRate)
    }

    /// Frames per second; the raw value is the number in the file, negated.
    public enum FrameRate: UInt8, Sendable, CaseIterable {
      case film = 24
      case pal = 25
      /// 30 000 frames in 1001 seconds ("30 drop").
      case ntsc = 29
      case thirty = 30

      /// The exact rate as a ratio of whole numbers.
      var ratio: (frames: Int64, seconds: Int64) {
        self == .ntsc ? (30_000, 1001) : (Int64(rawValue), 1)
      }
    }

    /// The numbers of ticks in a beat.
    public static let ticksPerBeat = 1...0x7FFF
    /// The numbers of ticks in a time code frame.
    public static let ticksPerFrame = 1...255

    /// 480 ticks per beat.
    public static let standard = Division(whole: .beat, ticks: 480)

    private init(whole: Whole, ticks: UInt16) {
      self.whole = whole
      self.ticks = ticks
    }

    /// Ticks per beat, or nil outside the range.
    public init?(ticksPerBeat: Int) {
      guard Self.ticksPerBeat.contains(ticksPerBeat) else { return nil }
      self.init(whole: .beat, ticks: UInt16(ticksPerBeat))
    }

    /// Ticks per time code frame, or nil outside the range.
    public init?(_ rate: FrameRate, ticksPerFrame: Int) {
      guard Self.ticksPerFrame.contains(ticksPerFrame) else { return nil }
      self.init(whole: .frame(rate), ticks: UInt16(ticksPerFrame))
    }

    /// Decodes the header's division word; nil if it is not valid.
    init?(word: UInt16) {
      if word & 0x8000 == 0 {
        self.init(ticksPerBeat: Int(word))
      } else if let rate = FrameRate(rawValue: 0 &- UInt8(word >> 8)) {
        self.init(rate, ticksPerFrame: Int(word & 0xFF))
      } else {
        return nil
      }
    }

    /// The header's division word.
    var word: UInt16 {
      switch whole {
      case .beat: ticks
      case .frame(let rate): UInt16(0 &- rate.rawValue) << 8 | ticks
      }
    }
  }
}
