import CommandText
import Commands
import OSC
import Rhythm

/// The addresses below `/ghostnote` that are commands, read from the command table.
///
/// The words of a command's path are the parts of its address, and arguments may follow as further parts:
/// `/ghostnote/level f`, `/ghostnote/level/kick f`, `/ghostnote/clock/send/stopped T`.
enum OSCCommands {
  /// The first part of every address of ours.
  static let root = "ghostnote"

  /// A command's address, or that of a command and the drum that it is of.
  struct Entry: Sendable, Hashable {
    let address: OSCAddress
    let spec: Int
    let drum: Drum?
  }

  /// Every address with the row of the table that it is of; where rows share a path, the first that
  /// takes the address as it is. Rows that take a change have no entry: changes come as text. Nor have those of a
  /// connection to the session: that is ours, not the sender's.
  static let entries: [Entry] = {
    var entries: [Entry] = []
    var seen: Set<OSCAddress> = []
    for (row, spec) in CommandTable.all.enumerated()
    where !spec.isRelative && !spec.isOfConnection {
      let path = "/\(root)/" + spec.path.replacing(" ", with: "/")
      var found: [(String, Drum?)] = [(path, nil)]
      if spec.parameters.first?.kind == .name(.drum) {
        found += Drum.all.map { ("\(path)/\($0.name)", $0) }
      }
      for (text, drum) in found {
        guard let address = OSCAddress(text), seen.insert(address).inserted else { continue }
        entries.append(Entry(address: address, spec: row, drum: drum))
      }
    }
    return entries
  }()

  /// The longest address with wildcards, in bytes: what it takes to match one grows with its length, and
  /// one that names every drum has some 200.
  static let longestPattern = 256
  /// The most commands that one address with wildcards may mean.
  static let mostMatches = 64

  /// The commands that `message` asks for; none for a button that is released. An address with wildcards
  /// means every address of the table that it matches.
  static func commands(_ message: OSCMessage) throws(CommandError) -> [Command] {
    guard message.address.isPattern else {
      return try command(message.address, message.arguments).map { [$0] } ?? []
    }
    let length = message.address.description.utf8.count
    guard length <= longestPattern else {
      throw CommandError(
        "expected an address with wildcards of at most \(longestPattern) bytes, found \(length)",
        isUsage: true)
    }
    guard let pattern = OSCPattern(message.address) else {
      throw CommandError("\(message.address): a bracket is not closed", isUsage: true)
    }
    let found = entries.filter { pattern.matches($0.address) }
    guard (1...mostMatches).contains(found.count) else {
      throw CommandError(
        "\(message.address): expected an address that means 1 to \(mostMatches) commands, "
          + "found \(found.count)", isUsage: true)
    }
    var commands: [Command] = []
    for entry in found {
      if let command = try command(entry.address, message.arguments) { commands.append(command) }
    }
    return commands
  }

  private static func command(
    _ address: OSCAddress, _ arguments: [OSCArgument]
  ) throws(CommandError) -> Command? {
    let words = address.parts.dropFirst().map(String.init)
    guard let (path, count) = CommandTable.path(in: words) else {
      return try CommandTable.command(words: words)
    }
    let rows = CommandTable.rows(of: path)
    guard !rows.contains(where: \.isOfConnection) else { throw CommandError.needsConnection(path) }
    let given = flattened(arguments)
    let first = words.count - count
    if given.count == 1, isButton(given[0], words, rows, after: first) {
      return given[0].number == 0 ? nil : try CommandTable.command(words: words)
    }
    var all = words
    let absolute = rows.filter { !$0.isRelative }
    for (index, argument) in given.enumerated() {
      let shape = absolute.lazy.compactMap { row in
        row.parameters.indices.contains(first + index) ? row.parameters[first + index] : nil
      }.first
      // A pad that sends its pressure says 0 when it is let go.
      if path == "hit", shape?.isVelocity == true, argument.number == 0 { return nil }
      // `fill` is a switch, or takes a code that may be numbers: only 0 and 1 alone are the switch.
      let isSwitch = rows.count == 1 || given.count == 1 && [0, 1].contains(argument.number)
      let word = try word(argument, for: shape, of: address, canSwitch: isSwitch)
      if rows.count > absolute.count, word.first == "-", argument.number != nil {
        throw CommandError(
          "\(address): expected a number from 0, found \(word); a change comes as text",
          isUsage: true)
      }
      all.append(word)
    }
    return try CommandTable.command(ofControl: all)
  }

  /// Whether `line` is for the machine rather than for the connection.
  static func isCommand(_ line: String) -> Bool {
    let commands = try? CommandReader.commands(line)
    return commands?.contains(where: \.spec.isOfConnection) != true
  }

  /// Whether `line` overtakes what is being carried out.
  static func isUrgent(_ line: String) -> Bool { CommandReader.urgentCommands(line) != nil }

  /// Whether `line` starts, stops or moves the song.
  static func movesSong(_ line: String) -> Bool {
    let commands = try? CommandReader.commands(line)
    return commands?.contains { $0.spec.touches.contains(.transport) } ?? false
  }

  /// Whether a lone argument can only mean that a button was pressed or released: a row needs nothing more,
  /// and none takes it.
  private static func isButton(
    _ argument: OSCArgument, _ words: [String], _ rows: [CommandSpec], after count: Int
  ) -> Bool {
    let isWhole = rows.contains { $0.parameters.dropFirst(count).allSatisfy(\.isOptional) }
    let isSwitch = rows.contains { $0.parameters.dropFirst(count).first?.isSwitch == true }
    guard isWhole, !isSwitch, let pressed = argument.number, (0...1).contains(pressed) else {
      return false
    }
    var names = (off: "0", on: "1")
    if case .bool = argument { names = ("off", "on") }
    return (try? CommandTable.command(words: words + [pressed == 0 ? names.off : names.on])) == nil
  }

  /// The arguments with those of arrays in their place; nulls and impulses carry nothing.
  private static func flattened(_ arguments: [OSCArgument]) -> [OSCArgument] {
    var found: [OSCArgument] = []
    for argument in arguments {
      switch argument {
      case .array(let elements): found += flattened(elements)
      case .null, .impulse: break
      default: found.append(argument)
      }
    }
    return found
  }

  private static func word(
    _ argument: OSCArgument, for shape: ParameterShape?, of address: OSCAddress, canSwitch: Bool
  ) throws(CommandError) -> String {
    switch argument {
    case .string(let text): return text
    case .bool(let value): return ArgumentValue.flag(value).word
    case .int32, .int64, .float32, .double:
      let number = number(argument)
      if canSwitch, shape?.isSwitch == true { return ArgumentValue.flag(number != 0).word }
      // Surfaces send how hard a pad is struck as a share of 1.
      if shape?.isVelocity == true, isFraction(argument), Amount.range.contains(number) {
        return ArgumentValue.number(Double(Velocity(share: number).value)).word
      }
      return ArgumentValue.number(number).word
    default:
      throw CommandError(
        "\(address): expected numbers, strings, true or false, found type “\(argument.tag)”",
        isUsage: true)
    }
  }

  private static func isFraction(_ argument: OSCArgument) -> Bool {
    switch argument {
    case .float32, .double: true
    default: false
    }
  }

  /// The number that is meant: 0.1 rather than the nearest of 32 bits.
  private static func number(_ argument: OSCArgument) -> Double {
    guard case .float32(let value) = argument else { return argument.number ?? 0 }
    return Double("\(value)") ?? Double(value)
  }
}

extension ParameterShape {
  /// Whether it is on or off, among other words perhaps.
  var isSwitch: Bool { kind == .switch || words.contains("on") && words.contains("off") }

  var isVelocity: Bool {
    guard case .range(_, _, _, true) = kind else { return false }
    return meaning == "a velocity"
  }
}
