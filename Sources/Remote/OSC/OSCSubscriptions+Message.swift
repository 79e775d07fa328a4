import Commands
import MusicalTime
import OSC

extension OSCSubscriptions {
  /// What a port that is asked for can be: those below are the system's.
  private static let ports = 1_024...Int(UInt16.max)

  /// The channels that are asked for, all but Hydrogen's where none is named, and the port to send to.
  static func wish(
    in message: OSCMessage
  ) throws(CommandError) -> (Set<Channel>, port: Int?) {
    var channels: Set<Channel> = []
    var port: Int?
    for argument in message.arguments {
      if case .string(let name) = argument {
        guard let channel = Channel(rawValue: name) else {
          let known = Channel.allCases.map(\.rawValue).joined(separator: ", ")
          throw CommandError("subscribe: expected \(known), found \(name.quoted)", isUsage: true)
        }
        channels.insert(channel)
      } else {
        port = try self.port(argument, for: "subscribe")
      }
    }
    return (channels.isEmpty ? [.state, .hits, .beat] : channels, port)
  }

  /// The port that is to be sent nothing more; nil for all that the sender asked for.
  static func end(in message: OSCMessage) throws(CommandError) -> Int? {
    guard let argument = message.arguments.first else { return nil }
    guard message.arguments.count == 1 else {
      let count = message.arguments.count
      throw CommandError(
        "unsubscribe: expected one port, or none for all of them, found \(count) arguments",
        isUsage: true)
    }
    // What a button sends names no port.
    if argument == .impulse || argument.number.map({ $0 == 0 || $0 == 1 }) == true { return nil }
    return try port(argument, for: "unsubscribe")
  }

  private static func port(
    _ argument: OSCArgument, for command: String
  ) throws(CommandError) -> Int {
    guard let number = argument.number, let port = Int(exactly: number), ports.contains(port)
    else {
      let found = argument.number?.written ?? "type \(argument.tag)"
      let problem = ports.expected("a port", found: found)
      throw CommandError("\(command): \(problem)", isUsage: true)
    }
    return port
  }
}
