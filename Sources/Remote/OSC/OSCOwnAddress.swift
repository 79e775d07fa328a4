import ControlSocket
import Rhythm

/// An address below `/ghostnote` that is not a command but shown with them.
struct OSCOwnAddress: Sendable {
  let name: String
  let meaning: String
  /// OSC's type of its argument; empty where it has none.
  let type: String
  /// The words that it takes; empty for any.
  var words: [String] = []
  /// Whether it is sent to us; else it is what we send.
  var isTaken = true

  static let all: [OSCOwnAddress] = [
    OSCOwnAddress(name: "cmd", meaning: "any command's line", type: "s"),
    OSCOwnAddress(
      name: "subscribe", meaning: "be sent what changes, for 30 s; a number is the port to send to",
      type: "s", words: OSCSubscriptions.Channel.allCases.map(\.rawValue)),
    OSCOwnAddress(
      name: "unsubscribe",
      meaning: "be sent no more, nor any port that was named; a number ends that port alone",
      type: ""),
    OSCOwnAddress(
      name: "motion", meaning: "the unit of the sender's accelerations, or its drum", type: "s",
      words: ["g", "m/s2"] + Drum.all.map(\.name)),
    OSCOwnAddress(name: "playing", meaning: "whether it plays", type: "f", isTaken: false),
  ]

  /// The last parts of addresses that are only sent.
  static let sent: Set<Substring> = [
    "reply", "error", "subscribed", "beat", "hits", "transport", "playing",
  ]

  /// What OSCQuery says of it beside its path and value.
  var members: [String: JSONNode] {
    let range: JSONNode =
      if type == "f" {
        .object(["MIN": .integer(0), "MAX": .integer(1)])
      } else {
        words.isEmpty ? .null : .object(["VALS": .array(words.map { .string($0) })])
      }
    return [
      "DESCRIPTION": .string(meaning), "TYPE": .string(type),
      "RANGE": .array(type.isEmpty ? [] : [range]),
    ]
  }
}
