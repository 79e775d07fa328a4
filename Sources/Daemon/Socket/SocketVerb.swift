import Commands
import Control
import ControlSocket
import MusicalTime
import Rhythm

/// What concerns a connection of the control socket rather than the machine.
enum SocketVerb: Hashable {
  /// Watch these channels and nothing else.
  case watch(Set<ControlChannel>)
  /// Make the rest of the connection sound.
  case listen
  /// Render one stroke, for a page that sounds it itself.
  case oneShot(Drum, Velocity)

  /// Nil for a line that is the machine's.
  init?(_ line: String) throws(CommandError) {
    let words = line.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    switch words.first {
    case "watch": self = .watch(try Self.channels(words.dropFirst()))
    case "listen":
      guard words.count == 1 else {
        throw CommandError("listen: expected nothing more, found \(words[1].quoted)", isUsage: true)
      }
      self = .listen
    case "oneshot": self = try Self.oneShot(words.dropFirst())
    default: return nil
    }
  }

  private static func oneShot(_ words: ArraySlice<String>) throws(CommandError) -> Self {
    guard let name = words.first, let drum = Drum.all.first(where: { $0.name == name }) else {
      throw CommandError("oneshot: expected a drum and a velocity", isUsage: true)
    }
    guard words.count == 2, let word = words.last else {
      throw CommandError("oneshot \(name): expected a velocity", isUsage: true)
    }
    guard let velocity = Int(word).flatMap(Velocity.init(exactly:)) else {
      let problem = Velocity.range.expected("a velocity", found: word)
      throw CommandError("oneshot \(name): \(problem)", isUsage: true)
    }
    return .oneShot(drum, velocity)
  }

  private static func channels(
    _ words: ArraySlice<String>
  ) throws(CommandError) -> Set<ControlChannel> {
    var channels: Set<ControlChannel> = []
    for word in words {
      guard let channel = ControlChannel(rawValue: word) else {
        let known = ControlChannel.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandError("watch: expected \(known), found \(word.quoted)", isUsage: true)
      }
      channels.insert(channel)
    }
    return channels
  }
}
