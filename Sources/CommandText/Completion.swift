public import Commands
import Rhythm

/// What can follow a line as far as it is typed, read from the table.
public struct Completion: Sendable {
  /// The names that there are of a kind; those of drums, grids and grooves are known.
  public typealias Names = @Sendable (ParameterShape.NameKind) -> [String]

  private let isByConnection: Bool
  private let names: Names

  /// Completes with names that `names` gives, such as the patterns of what is played; with what concerns the
  /// connection only where the line goes `byConnection` to the control socket.
  public init(byConnection: Bool = false, names: @escaping Names = { _ in [] }) {
    isByConnection = byConnection
    self.names = names
  }

  /// The words that may stand in place of the last one of `line`, in order; quoted where they need it.
  public func candidates(for line: String) -> [String] {
    let read = LineWords(line)
    guard read.open == nil || read.open == read.sentences.last?.last?.quote else { return [] }
    var words = read.sentences.last?.map(\.text) ?? []
    let isAtWord = read.open != nil || !(line.last.map { $0.isWhitespace || $0 == ";" } ?? true)
    let partial = isAtWord ? words.popLast() ?? "" : ""
    guard !(words.first ?? partial).hasPrefix("#") else { return [] }
    return all(after: words, byConnection: isByConnection)
      .filter { $0.lowercased().hasPrefix(partial.lowercased()) }.map(Command.quoted)
  }

  /// All words that may come after these.
  private func all(after words: [String], byConnection: Bool) -> [String] {
    guard let first = words.first else {
      return byConnection ? CommandTable.firstWords : CommandTable.machineWords
    }
    let path = ([first.lowercased()] + words.dropFirst()).joined(separator: " ")
    var found = CommandTable.words(after: path)
    if let (path, count) = CommandTable.path(in: words) {
      let given = Array(words.dropFirst(count))
      for spec in CommandTable.rows(of: path) where byConnection || !spec.isOfConnection {
        for shape in spec.shapes(after: given) { found += candidates(shape, of: spec) }
      }
      if path == "assign", given.count >= 2 {
        found += all(after: Array(given.dropFirst(2)), byConnection: false)
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  private func candidates(_ shape: ParameterShape, of spec: CommandSpec) -> [String] {
    shape.words + shape.names.flatMap { kind in known(kind, to: spec) + names(kind) }
  }

  private func known(_ kind: ParameterShape.NameKind, to spec: CommandSpec) -> [String] {
    switch kind {
    case .drum: Drum.all.map(\.name)
    case .grid: GridPreset.all.map(\.name)
    case .groove: GroovePreset.all.map(\.groove.name)
    // Help is there for each command, a control only for what the machine carries out.
    case .command: spec.topic == .help ? CommandTable.firstWords : CommandTable.machineWords
    default: []
    }
  }
}
