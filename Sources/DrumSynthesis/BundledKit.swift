/// A drum kit that comes with Ghostnote.
public enum BundledKit: String, Sendable, CaseIterable {
  /// Heads, shells and bronze.
  case acoustic
  /// Oscillators and noise, in the manner of the analogue drum machines of about 1980.
  case electronic

  /// The SoundFont's name.
  public var name: String {
    switch self {
    case .acoustic: "Ghostnote Kit"
    case .electronic: "Ghostnote Machine"
    }
  }

  /// The name of its file. The first in alphabetical order plays unless another is asked for.
  public var file: String {
    switch self {
    case .acoustic: "Ghostnote-Kit.sf2"
    case .electronic: "Ghostnote-Machine.sf2"
    }
  }

  var drums: [KitDrum] {
    switch self {
    case .acoustic: KitDrum.all
    case .electronic: KitDrum.electronic
    }
  }
}
