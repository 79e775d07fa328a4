import MusicalTime
import Rhythm

/// Commands about a client's connection to the control socket.
enum ConnectionRows {
  static let all: [CommandSpec] = [
    CommandSpec(
      "watch", .channels, does: "send events of these channels and of no others",
      as: "watch state hits", "watch"
    ) { .connection(.watch($0)) }.query.ofConnection,
    CommandSpec("listen", does: "make the rest of the connection sound") { .connection(.listen) }
      .query.ofConnection,
    CommandSpec(
      "oneshot", .drum, .velocity,
      does: "render one stroke, for a program that sounds it itself", as: "oneshot kick 100"
    ) { .connection(.oneShot($0, $1)) }.query.ofConnection,
  ]
}

extension Parameter where Value == Set<ControlChannel> {
  /// Any number of channels, each by its name.
  fileprivate static var channels: Self {
    let names = ControlChannel.allCases.map(\.rawValue)
    var shape = ParameterShape(
      "[\(names.joined(separator: "|"))…]", "channels", .text(words: names, names: []))
    shape.isOptional = true
    return Self(shape) { words throws(CommandError) in
      var channels: Set<ControlChannel> = []
      while let word = words.optionalWord() {
        guard let channel = ControlChannel(rawValue: word.lowercased()) else {
          let known = names.joined(separator: ", ")
          throw CommandError(
            "\(words.path): expected \(known), found \(word.quoted)", isUsage: true)
        }
        words.respell(channel.rawValue)
        channels.insert(channel)
      }
      return channels
    }
  }
}
