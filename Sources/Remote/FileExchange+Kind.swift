import Commands
import Foundation
import NIOHTTP1

extension FileExchange {
  /// What a request is about.
  enum Kind: Sendable, Hashable {
    case midiIn(name: String)
    case midiOut
    case patchIn(name: String)
    case patchOut

    /// Nil for any other request.
    init?(_ head: HTTPRequestHead) {
      let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      let query = parts.count == 2 ? String(parts[1]).removingPercentEncoding : nil
      let path = String(parts[0])
      switch (head.method, path) {
      case (.POST, "/midi"): self = .midiIn(name: FileExchange.plain(query) ?? "dropped")
      case (.GET, "/pattern.mid"): self = .midiOut
      case (.POST, "/patch"): self = .patchIn(name: query ?? "")
      case (.GET, "/patch.json"): self = .patchOut
      default: return nil
      }
    }

    /// What one needs to be allowed. A MIDI file changes the pattern, as drawing does; what is taken away is what
    /// those who watch are sent as well.
    var access: AccessLevel {
      switch self {
      case .midiIn: .edit
      case .midiOut, .patchOut: .watch
      case .patchIn: .files
      }
    }

    var brings: Bool {
      switch self {
      case .midiIn, .patchIn: true
      case .midiOut, .patchOut: false
      }
    }

    /// Neither is a type that a form can send.
    var type: String {
      if case .midiIn = self { "audio/midi" } else { "application/json" }
    }
  }

  static let nameLengths = 1...60

  /// A name of letters, digits, blanks, `-` and `_`; nil for any other.
  static func plain(_ name: String?) -> String? {
    guard let name, nameLengths.contains(name.count), name.first != " ",
      name.unicodeScalars.allSatisfy({
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
          || " -_".unicodeScalars.contains($0)
      })
    else { return nil }
    return name
  }
}
