public import ArgumentParser
public import Daemon
import Rhythm

extension AudioChoice: ExpressibleByArgument {
  public init?(argument: String) {
    switch argument {
    case "auto": self = .automatic
    case "jack": self = .jack
    case "alsa": self = .alsa
    case "silent": self = .silent
    case _ where argument.hasPrefix("wav:") && argument.count > 4:
      // A shell expands a `~` only where a word begins.
      self = .wav(expandedPath(String(argument.dropFirst(4))))
    default: return nil
    }
  }

  public var defaultValueDescription: String { "auto" }
}

extension MIDIChoice: ExpressibleByArgument {
  public init?(argument: String) {
    let words = argument.split(separator: ",").map(String.init)
    guard !words.isEmpty, words.allSatisfy({ ["alsa", "jack", "none"].contains($0) }),
      !words.contains("none") || words.count == 1
    else { return nil }
    self.init(usesALSA: words.contains("alsa"), usesJACK: words.contains("jack"))
  }

  public var defaultValueDescription: String { "alsa,jack" }
}

extension ControlChoice: ExpressibleByArgument {}

/// The MIDI input channel.
struct ChannelChoice: Equatable, ExpressibleByArgument {
  /// 0 to 15, or 255 for all.
  var number: UInt8

  init?(argument: String) {
    if argument == "any" {
      number = 255
    } else if let channel = UInt8(argument), Voice.channels.contains(Int(channel)) {
      number = channel - 1
    } else {
      return nil
    }
  }

  var defaultValueDescription: String { "10" }
}

extension ChannelChoice {
  /// General MIDI's drum channel.
  static let ten = ChannelChoice(number: 9)

  private init(number: UInt8) { self.number = number }
}

/// A switch.
enum OnOff: String, ExpressibleByArgument, CaseIterable {
  case on, off
}
