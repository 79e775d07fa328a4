extension StandardMIDIFile {
  /// What a tick is worth in a file: a part of a beat, or a part of a second.
  public struct Division: Sendable, Hashable {
    /// What is divided.
    public let whole: Whole
    /// Ticks in the whole: 1 to 32 767 in a beat, 1 to 255 in a frame.
    public let ticks: UInt16

    /// A beat, or a frame of SMPTE time code.
    public enum Whole: Sendable, Hashable {
      case beat
      /// A tick is then a length of time. It becomes beats by the file's own tempo map, 120 bpm
      /// where there is none, so that an event's beat is the one it is heard at.
      case frame(FrameRate)
    }

    /// Frames a second; the raw value is the number that the file has, negated.
    public enum FrameRate: UInt8, Sendable, CaseIterable {
      case film = 24
      case pal = 25
      /// 30 000 frames in 1001 seconds, "30 drop".
      case ntsc = 29
      case thirty = 30

      /// Frames in so many seconds, as whole numbers.
      var ratio: (frames: Int64, seconds: Int64) {
        self == .ntsc ? (30_000, 1001) : (Int64(rawValue), 1)
      }
    }

    /// 480 ticks a beat.
    public static let standard = Division(whole: .beat, ticks: 480)

    private init(whole: Whole, ticks: UInt16) {
      self.whole = whole
      self.ticks = ticks
    }

    /// Musical time, or nil outside 1 to 32 767 ticks.
    public init?(ticksPerBeat: Int) {
      guard (1...0x7FFF).contains(ticksPerBeat) else { return nil }
      self.init(whole: .beat, ticks: UInt16(ticksPerBeat))
    }

    /// Time code, or nil outside 1 to 255 ticks.
    public init?(_ rate: FrameRate, ticksPerFrame: Int) {
      guard (1...255).contains(ticksPerFrame) else { return nil }
      self.init(whole: .frame(rate), ticks: UInt16(ticksPerFrame))
    }

    /// The division that `word` of a header means, or nil for none.
    init?(word: UInt16) {
      if word & 0x8000 == 0 {
        self.init(ticksPerBeat: Int(word))
      } else if let rate = FrameRate(rawValue: 0 &- UInt8(word >> 8)) {
        self.init(rate, ticksPerFrame: Int(word & 0xFF))
      } else {
        return nil
      }
    }

    /// As the header has it.
    var word: UInt16 {
      switch whole {
      case .beat: ticks
      case .frame(let rate): UInt16(0 &- rate.rawValue) << 8 | ticks
      }
    }
  }
}
