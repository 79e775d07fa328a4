import CommandText
import Commands
import Files
import MusicalTime
import PatchFiles
import Ports
import Rhythm
import Shell

extension SurfaceMap {
  /// The largest file read as a map, in bytes.
  public static let largest = 1 << 20
  private static let keys = [
    "name", "ports", "not", "open", "close", "grid", "lights", "buttonLights", "buttons", "note",
  ]

  /// Reads the map in the file at `path`; throws the file, the place and what is wrong there.
  public init(path: String) throws(SurfaceMapError) {
    let bytes: [UInt8]
    do { bytes = try RegularFile.bytes(at: path, limit: Self.largest) } catch {
      throw SurfaceMapError(path, "", error.reason)
    }
    try self.init(json: bytes, file: path)
  }

  /// Reads a map; `file` is what errors call it.
  public init(json bytes: [UInt8], file: String) throws(SurfaceMapError) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw SurfaceMapError(file, "", "expected UTF-8 text")
    }
    let root: MapNode
    do { root = MapNode(file: file, place: "", value: try JSONReader.read(bytes)) } catch {
      throw SurfaceMapError(file, "line \(error.line), column \(error.column)", error.words)
    }
    let members = Dictionary(
      try root.members(Self.keys).map { ($0.key, $0.node) }, uniquingKeysWith: { $1 })
    guard let name = members["name"], let grid = members["grid"] else {
      throw root.error("“\(members["name"] == nil ? "name" : "grid")” is missing")
    }
    self.init(name: try name.shortString(), grid: try PadGrid(grid))
    ports = try members["ports"]?.patterns() ?? []
    otherPorts = try members["not"]?.patterns() ?? []
    open = try members["open"]?.messages() ?? []
    close = try members["close"]?.messages() ?? []
    if let code = members["lights"] { lights = try LightCode(code) }
    if let code = members["buttonLights"] { buttonLights = try LightCode(code) }
    try members["buttons"].map { (node) throws(SurfaceMapError) in try readButtons(node) }
  }

  private mutating func readButtons(_ node: MapNode) throws(SurfaceMapError) {
    for (text, button) in try node.members() {
      guard let key = SurfaceKey(text: text) else {
        throw button.error("expected a button as in “cc 91” or “note 3 channel 2”")
      }
      guard grid.position(of: key) == nil else { throw button.error("it is a pad of the grid") }
      guard buttons[key] == nil else { throw button.error("it is written twice") }
      buttons[key] = try ButtonUse(button)
    }
  }
}

extension MapNode {
  fileprivate func patterns() throws(SurfaceMapError) -> [NamePattern] {
    var patterns: [NamePattern] = []
    for element in try list() { patterns.append(NamePattern(try element.shortString())) }
    return patterns
  }

  /// MIDI messages in hexadecimal.
  fileprivate func messages() throws(SurfaceMapError) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    for element in try list() {
      let words = try element.string().split(separator: " ")
      let bytes = words.compactMap { $0.count == 2 ? UInt8($0, radix: 16) : nil }
      guard bytes.count == words.count, bytes.isWholeMessage else {
        throw element.error(
          "expected one MIDI message of at most \(Self.longestMessage) bytes in hexadecimal, "
            + "as in “F0 00 20 29 F7”")
      }
      messages.append(bytes)
    }
    return messages
  }
}

extension [UInt8] {
  /// Whether it is one channel message or one System Exclusive message of at most 32 bytes, which is what
  /// JACK's port takes in one piece. The longest of the maps here has 13.
  fileprivate var isWholeMessage: Bool {
    guard let first, dropFirst().dropLast().allSatisfy({ $0 < 0x80 }) else { return false }
    switch first {
    case 0xF0: return count >= 3 && count <= MapNode.longestMessage && last == 0xF7
    case 0xC0...0xDF: return count == 2 && self[1] < 0x80
    case 0x80...0xBF, 0xE0...0xEF: return count == 3 && self[2] < 0x80
    default: return false
    }
  }
}

extension PadGrid {
  fileprivate init(_ node: MapNode) throws(SurfaceMapError) {
    let keys = ["kind", "first", "column", "row", "columns", "rows", "channel", "velocity"]
    let members = Dictionary(
      try node.members(keys).map { ($0.key, $0.node) }, uniquingKeysWith: { $1 })
    func whole(_ key: String, _ range: ClosedRange<Int>) throws(SurfaceMapError) -> Int {
      guard let member = members[key] else { throw node.error("“\(key)” is missing") }
      return try member.whole(range)
    }
    let kind: SurfaceKey.Kind =
      try members["kind"]?.word([("note", .note), ("cc", .controller)]) ?? .note
    let channel = try members["channel"]?.whole(Voice.channels) ?? 1
    let first = SurfaceKey(
      kind, UInt8(try whole("first", SurfaceKey.numbers)), channel: UInt8(channel - 1))
    guard
      let grid = PadGrid(
        first: first, column: try whole("column", PadGrid.steps),
        row: try whole("row", PadGrid.steps),
        columns: try whole("columns", PadGrid.sides), rows: try whole("rows", PadGrid.sides),
        hasVelocity: try members["velocity"]?.bool() ?? false)
    else {
      throw node.error(
        "expected a number of \(SurfaceKey.numbers.words()) for each pad, and for no other: "
          + "check first, column and row")
    }
    self = grid
  }
}

extension LightCode {
  fileprivate init(_ node: MapNode) throws(SurfaceMapError) {
    self.init(off: 0, channels: [:], colours: [:])
    for (key, member) in try node.members(["off", "channels", "colours"]) {
      switch key {
      case "off": off = UInt8(try member.whole(LightCode.values))
      case "channels":
        for (name, levels) in try member.members(LightBehaviour.allCases.map(\.rawValue)) {
          guard let behaviour = LightBehaviour(rawValue: name) else { continue }
          channels[behaviour] = try levels.levels(Voice.channels).map { UInt8($0 - 1) }
        }
      default: try readColours(member)
      }
    }
    guard !colours.isEmpty else { throw node.error("“colours” is missing") }
  }

  private mutating func readColours(_ node: MapNode) throws(SurfaceMapError) {
    for (name, member) in try node.members(LightColour.allCases.map(\.rawValue)) {
      guard let colour = LightColour(rawValue: name) else { continue }
      guard case .object = member.value else {
        colours[colour] = [.steady: try member.levels(LightCode.values).map { UInt8($0) }]
        continue
      }
      var values: [LightBehaviour: [UInt8]] = [:]
      for (name, levels) in try member.members(LightBehaviour.allCases.map(\.rawValue)) {
        guard let behaviour = LightBehaviour(rawValue: name) else { continue }
        values[behaviour] = try levels.levels(LightCode.values).map { UInt8($0) }
      }
      guard values[.steady] != nil else { throw member.error("“steady” is missing") }
      colours[colour] = values
    }
  }
}

extension ButtonUse {
  private static let moves: [(String, ButtonUse)] = [
    ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("next page", .nextPage),
  ]

  /// A word, a page, or command lines.
  fileprivate init(_ node: MapNode) throws(SurfaceMapError) {
    guard case .object = node.value else {
      let text = try node.string()
      if let move = Self.moves.first(where: { $0.0 == text }) {
        self = move.1
      } else if text.hasPrefix("page ") {
        self = .page(try Self.page(String(text.dropFirst(5)), node))
      } else {
        self = .line(press: try node.line(), release: nil)
      }
      return
    }
    var (press, release): (String?, String?)
    for (key, member) in try node.members(["press", "release"]) {
      if key == "press" { press = try member.line() } else { release = try member.line() }
    }
    guard let press else { throw node.error("“press” is missing") }
    self = .line(press: press, release: release)
  }

  private static func page(_ name: String, _ node: MapNode) throws(SurfaceMapError) -> SurfacePage {
    guard let page = SurfacePage(rawValue: name) else {
      let known = SurfacePage.allCases.map(\.rawValue)
      throw node.error("unknown page \(name.quoted)" + MapNode.next(name, among: known))
    }
    return page
  }
}

extension MapNode {
  /// Commands that may be asked for by a controller.
  fileprivate func line() throws(SurfaceMapError) -> String {
    let line = try string()
    do throws(CommandError) {
      let commands = try CommandReader.commands(line).withoutConnection()
      for command in commands where command.spec.access > .edit {
        throw CommandError(
          "“\(command.spec.path)” is not for controllers: it touches files or ends")
      }
    } catch { throw self.error(error.description) }
    return line
  }
}

extension JSONError {
  fileprivate var words: String {
    switch problem {
    case .expected(let what, let found): "expected \(what), found \(found)"
    case .repeatedKey(let key): "“\(key)” is written twice"
    case .tooDeep: "too many brackets within brackets"
    case .tooMany: "too many values"
    }
  }
}
