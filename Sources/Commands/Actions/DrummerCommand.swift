public import Rhythm

/// One thing that can be asked of the drummer.
public enum DrummerCommand: Sendable, Hashable {
  /// Say how it plays.
  case status
  /// Join in, or rest until asked again.
  case plays(Bool)
  /// One of its styles, or none in particular where empty; a second one mixed in.
  case style(String, blend: StyleBlend?)
  /// Density, loudness and wildness together, 0 to 1.
  case intensity(Double)
  /// 0 to 1.
  case density(Double)
  /// 0 to 1.
  case loudness(Double)
  /// 0 to 1.
  case wildness(Double)
  /// A fill from the next beat to the end of its bar.
  case fill
  /// The last of every that many bars is a fill; 0 for none.
  case fillEvery(Int)
  /// The only drums that play; nil for all.
  case drums(DrumSet?)
  /// Rest for that number of bars, from the next one on.
  case rest(bars: Int)
  case feel(TempoFeel)
  /// Repeat that number of the latest bars.
  case lock(bars: Int)
  /// End `lock`: invent again.
  case release
  case seed(UInt64)
  /// Listen for that number of bars, then play as many, in turns; 0 plays throughout.
  case answer(bars: Int)
  /// How much it leans to what is played beside it, 0 to 1.
  case listen(Double)
  /// Hear a MIDI file, or the patch's pattern where nil, and go on from there.
  case prime(file: String?)
}

extension DrummerSettings {
  /// Makes the change that a lasting command asks for; others change nothing.
  public mutating func apply(_ command: DrummerCommand) { self = applying(command) ?? self }

  /// Makes the change that a lasting command asks for; nil where it asks for something else.
  public func applying(_ command: DrummerCommand) -> DrummerSettings? {
    var next = self
    switch command {
    case .plays(let plays): next.isOn = plays
    case .style(let style, let blend): (next.style, next.blend) = (style, blend)
    case .intensity(let amount):
      (next.density, next.loudness, next.wildness) = (amount, amount, amount)
    case .density(let amount): next.density = amount
    case .loudness(let amount): next.loudness = amount
    case .wildness(let amount): next.wildness = amount
    case .fillEvery(let bars): next.fillEvery = bars
    case .drums(let drums): next.drums = drums
    case .feel(let feel): next.feel = feel
    case .seed(let seed): next.seed = seed
    case .answer(let bars): next.answerBars = bars
    case .listen(let amount): next.listening = amount
    case .status, .fill, .rest, .lock, .release, .prime: return nil
    }
    return next
  }
}
