import Commands
import MusicalTime
import OSC

extension OSCSubscriptions {
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
          (1_024...65_535).contains(whole)
        else {
          throw CommandError("subscribe: expected a port of 1024 to 65535", isUsage: true)
        }
        port = whole
      }
    }
    return (channels.isEmpty ? [.state, .hits, .beat] : channels, port)
  }
}
