/// A SoundFont to be written: samples, and instruments that play them.
public struct SoundFont: Sendable {
  /// The texts of the file's head.
  public struct Information: Sendable {
    /// The font's name.
    public var name: String
    /// Who made it.
    public var author = "Ghostnote"
    /// When, as it is printed.
    public var date: String?
    /// Who holds the rights, and under which licence.
    public var copyright: String?
    /// Anything else.
    public var comment: String?

    /// A font of this name.
    public init(name: String) { self.name = name }
  }

  /// The texts of the file's head.
  public var information: Information
  /// The banks in which its preset, number 0, stands.
  ///
  /// Drums are in bank 128. Bank 0 has them too, because FluidSynth's player warns of every channel
  /// whose default preset, 0 of bank 0, is missing.
  public static let banks: [UInt16] = [0, 128]

  private(set) var samples: [Sample] = []
  /// The number of samples.
  public var sampleCount: Int { samples.count }
  private(set) var instruments: [Instrument] = []

  /// A font without sounds.
  public init(_ information: Information) { self.information = information }

  /// Adds a sample and returns its number.
  @discardableResult public mutating func add(_ sample: Sample) -> Int {
    samples.append(sample)
    return samples.count - 1
  }

  /// Adds an instrument on a key of its own; its zones refer to samples by number, also to those
  /// that are added later.
  public mutating func add(_ instrument: Instrument) { instruments.append(instrument) }
}

extension SoundFont {
  /// A recording of one channel.
  public struct Sample: Sendable {
    /// At most 19 bytes of it are written.
    public var name: String
    /// 16-bit samples, at least 32.
    public var frames: [Int16]
    /// Frames a second, 400 to 50,000 in the specification.
    public var rate: UInt32
    /// The key at which it sounds as recorded.
    public var key: UInt8
    /// The frames that repeat while a note is held.
    public var loop: Range<Int>?
    /// Its place in a pair, and the number of the other sample.
    public var side: Side = .mono

    /// Whether a sample is one side of a stereo pair.
    public enum Side: Sendable, Hashable {
      case mono
      case left(other: Int)
      case right(other: Int)
    }

    /// A recording of one channel.
    public init(name: String, frames: [Int16], rate: UInt32, key: UInt8) {
      self.name = name
      self.frames = frames
      self.rate = rate
      self.key = key
    }
  }

  /// The sounds of one key.
  public struct Instrument: Sendable {
    /// At most 19 bytes of it are written.
    public var name: String
    /// The key that plays it.
    public var key: UInt8
    /// What sounds at which velocities.
    public var zones: [Zone]

    /// An instrument on `key`.
    public init(name: String, key: UInt8, zones: [Zone]) {
      self.name = name
      self.key = key
      self.zones = zones
    }
  }

  /// A sample that sounds for a range of velocities.
  public struct Zone: Sendable {
    /// The velocities, of `allVelocities`.
    public var velocities: ClosedRange<UInt8>
    /// Those of all note-on messages.
    public static let allVelocities: ClosedRange<UInt8> = 1...127
    /// The number of the sample.
    public var sample: Int
    /// −1 left … 1 right.
    public var pan: Double
    /// Zones of one class, 1 to 127, cut each other off; 0 for none.
    public var exclusiveClass: UInt16 = 0
    /// In semitones.
    public var tuning = 0.0
    /// Seconds for a linear rise of the level.
    public var attack = 0.0
    /// Seconds of the release after a note-off: long, so that a one-shot sound rings.
    public var release = 20.0
    /// Seconds in which the level falls by 100 dB, and where it stays, in dB below full.
    public var decay: (seconds: Double, to: Double)?
    /// How loudness follows velocity; nil is the player's own law, which is quadratic.
    public var velocityLaw: VelocityLaw?
    /// Whether the sample's loop is played.
    public var loops = false

    /// How loudness follows velocity.
    public enum VelocityLaw: Sendable, Hashable {
      /// Amplitude is proportional to velocity.
      case linear
      /// Every velocity is as loud.
      case none
    }

    /// A zone for these velocities.
    public init(velocities: ClosedRange<UInt8>, sample: Int, pan: Double = 0) {
      self.velocities = velocities
      self.sample = sample
      self.pan = pan
    }
  }
}

/// Why a SoundFont cannot be written.
public enum SoundFontLimit: Error, Hashable, CustomStringConvertible {
  /// More zones, generators or modulators than 16-bit numbers count.
  case tables(String, Int)
  /// More sample data than a file may have, in bytes.
  case size(Int)

  /// The number and its limit, as a phrase.
  public var description: String {
    switch self {
    case .tables(let name, let count):
      "\(count) \(name): a SoundFont has at most \(SoundFont.mostRecords); use fewer layers or variants"
    case .size(let bytes):
      "\(bytes >> 20) MiB of samples: at most \(SoundFont.largestSamples >> 20); "
        + "use fewer or shorter ones"
    }
  }
}
