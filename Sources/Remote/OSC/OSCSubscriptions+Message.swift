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
        guard let number = argument.number, let whole = Int(exactly: number),
          ports.contains(whole)
        else {
          let found = argument.number?.written ?? "type \(argument.tag)"
          let problem = ports.expected("a port", found: found)
          throw CommandError("subscribe: \(problem)", isUsage: true)
        }
        port = whole
      }
    }
    return (channels.isEmpty ? [.state, .hits, .beat] : channels, port)
  }
}
