import Commands
import ControlSocket
import NIOHTTP1
import OSC
import Synchronization

/// The tree of OSC addresses as JSON, for programs that build a surface of it (OSCQuery, Vidvox's proposal).
final class OSCQuery: Sendable {
  /// The UDP port that takes the messages.
  let port: Int
  private let values = Mutex<[OSCAddress: [OSCArgument]]>([:])

  init(port: Int) { self.port = port }

  /// What is shown as the values from now on. Thread-safe.
  func show(_ values: [OSCAddress: [OSCArgument]]) { self.values.withLock { $0 = values } }

  /// The JSON for a request; nil for an unknown address.
  func reply(to uri: String) -> JSONNode? {
    let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].split(separator: "/").map(String.init)
    let attribute = parts.count > 1 ? String(parts[1]) : nil
    if attribute == "HOST_INFO" { return hostInfo }
    guard let node = node(at: path) else { return nil }
    guard let attribute else { return node }
    return node[attribute].map { .object([attribute: $0]) }
  }

  /// Whether a request is for this tree. Its root is at `/` like the page, which browsers ask for as HTML.
  static func isAskedFor(by head: HTTPRequestHead) -> Bool {
    let path = head.uri.prefix { $0 != "?" }
    if path == "/\(OSCCommands.root)" || path.hasPrefix("/\(OSCCommands.root)/") { return true }
    guard path == "/" else { return false }
    return head.uri == "/?HOST_INFO"
      || !head.headers["accept"].contains { $0.contains("text/html") }
  }

  private var hostInfo: JSONNode {
    let extensions = [
      "ACCESS": true, "VALUE": true, "RANGE": true, "DESCRIPTION": true, "UNIT": true, "TAGS": true,
      "LISTEN": false, "PATH_CHANGED": false, "CLIPMODE": false,
    ]
    return .object([
      "NAME": .string("Ghostnote"), "OSC_PORT": .integer(port), "OSC_TRANSPORT": .string("UDP"),
      "EXTENSIONS": .object(extensions.mapValues { .bool($0) }),
    ])
  }

  private func node(at path: [String]) -> JSONNode? {
    guard path.first.map({ $0 == OSCCommands.root }) ?? true else { return nil }
    let values = values.withLock { $0 }
    guard let tree = Self.tree.at(path.dropFirst()) else { return nil }
    let own = tree.json(at: path.isEmpty ? ["\(OSCCommands.root)"] : path, values)
    guard path.isEmpty else { return own }
    return .object([
      "FULL_PATH": .string("/"), "DESCRIPTION": .string("Ghostnote, a drummer"),
      "ACCESS": .integer(0),
      "CONTENTS": .object([OSCCommands.root: own]),
    ])
  }

  private static let tree: Branch = {
    var tree = Branch()
    for entry in OSCCommands.entries {
      tree.add(Leaf(entry.members), at: entry.address.parts.dropFirst())
    }
    for own in OSCOwnAddress.all {
      tree.add(Leaf(own.members, isTaken: own.isTaken), at: [Substring(own.name)])
    }
    return tree
  }()
}

/// What is said of an address beside its path and value.
private struct Leaf: Sendable {
  let members: [String: JSONNode]
  /// Whether messages to it are taken.
  let isTaken: Bool

  init(_ members: [String: JSONNode], isTaken: Bool = true) {
    self.members = members
    self.isTaken = isTaken
  }

  /// OSCQuery's ACCESS: 1 is to be read, 2 to be written, 3 both.
  func access(hasValue: Bool) -> Int { isTaken ? hasValue ? 3 : 2 : 1 }
}

/// An address and those below it.
private struct Branch: Sendable {
  var leaf: Leaf?
  var branches: [String: Branch] = [:]

  mutating func add(_ leaf: Leaf, at parts: ArraySlice<Substring>) {
    guard let first = parts.first else {
      self.leaf = leaf
      return
    }
    branches[String(first), default: Branch()].add(leaf, at: parts.dropFirst())
  }

  func at(_ path: ArraySlice<String>) -> Branch? {
    guard let first = path.first else { return self }
    return branches[first]?.at(path.dropFirst())
  }

  func json(at path: [String], _ values: [OSCAddress: [OSCArgument]]) -> JSONNode {
    let full = "/" + path.joined(separator: "/")
    let value = OSCAddress(full).flatMap { values[$0] } ?? []
    var members: [String: JSONNode] = [
      "FULL_PATH": .string(full),
      "ACCESS": .integer(leaf?.access(hasValue: !value.isEmpty) ?? 0),
    ]
    if let leaf { members.merge(leaf.members) { $1 } }
    if !value.isEmpty { members["VALUE"] = .array(value.map(\.json)) }
    if !branches.isEmpty {
      members["CONTENTS"] = .object(
        Dictionary(uniqueKeysWithValues: branches.map { ($0, $1.json(at: path + [$0], values)) }))
    }
    return .object(members)
  }
}

extension OSCCommands.Entry {
  /// What OSCQuery says of it beside its path and value.
  fileprivate var members: [String: JSONNode] {
    let row = CommandTable.all[spec]
    // A drum in the address is not an argument as well.
    let shapes = row.parameters.dropFirst(drum == nil ? 0 : 1)
    return [
      "DESCRIPTION": .string("\(row.usage): \(row.meaning)"),
      "TYPE": .string(shapes.map(\.oscType).joined()),
      "RANGE": .array(shapes.map(\.oscRange)),
      "UNIT": .array(shapes.map { .string($0.oscUnit) }),
      "TAGS": .array([.string(row.topic.rawValue), .string(row.access.rawValue)]),
    ]
  }
}

extension ParameterShape {
  fileprivate var oscType: String {
    switch kind {
    case .switch: "f"
    case .range(_, _, _, let isWhole): isWhole ? "i" : "f"
    case .choice, .name, .text: "s"
    }
  }

  fileprivate var oscRange: JSONNode {
    switch kind {
    case .switch: .object(["MIN": .integer(0), "MAX": .integer(1)])
    case .range(let lowest, let highest, _, _):
      .object(["MIN": .rounded(lowest), "MAX": .rounded(highest)])
    case .choice(let words): .object(["VALS": .array(words.map { .string($0) })])
    case .name, .text: .null
    }
  }

  fileprivate var oscUnit: String {
    guard case .range(_, _, let unit, _) = kind else { return "" }
    return unit
  }
}

extension OSCArgument {
  fileprivate var json: JSONNode {
    switch self {
    case .string(let text): .string(text)
    default: number.map { .rounded($0) } ?? .null
    }
  }
}
