import CommandText
import Commands
import ControlSocket
import Drummer
import FluidSynthesizer
import PatchFiles
import Shell
import Surfaces

/// What may stand in place of a line's last word, with the names of this machine and of a session that runs.
public struct LineCompletion: Sendable {
  private let session: String?

  /// Milliseconds that a person waits for a session's names.
  private static let patience = 300

  /// Completes lines for the session called `session`, or where nil for the one that `ctl` would choose.
  public init(session: String?) { self.session = session }

  /// Words for a line that goes to a control socket, with what concerns the connection.
  public func candidates(for line: String) -> [String] {
    Completion(byConnection: true, names: names).candidates(for: line)
  }

  /// Words for the last argument of `ghostnote ctl`, as far as it is typed, after the arguments `given`; an
  /// argument that holds several words comes back whole.
  public func arguments(after given: [String], typed: String) -> [String] {
    let head = typed[..<typed.lastWordStart]
    return candidates(for: (given + [typed]).joined(separator: " ")).map { head + $0 }
  }

  /// For a line of a session's own terminal.
  static let ofTable: @Sendable (String) -> [String] = {
    Completion(names: onDisk).candidates(for: $0)
  }

  private var names: Completion.Names {
    { [self] kind in
      switch kind {
      case .pattern: listed("pattern list", in: "patterns", "patterns")
      case .group: listed("group list", in: "groups")
      default: Self.onDisk(kind)
      }
    }
  }

  private static let onDisk: Completion.Names = { kind in
    switch kind {
    case .patch: PatchFiles().factoryNames
    case .style: Vocabulary.grooveStyles
    case .soundFont: SoundFontSearch().names
    case .surface: SurfaceMaps().names
    default: []
    }
  }

  /// The names of the rows that the session lists, at `path` of the reply; none where it does not reply.
  private func listed(_ line: String, in path: String...) -> [String] {
    guard let client = try? ControlClient(name: session),
      case .ok(_, let json)? = client.request(line, within: Self.patience),
      var node = JSONNode(parsing: json)
    else { return [] }
    for key in path {
      guard case .object(let members) = node, let next = members[key] else { return [] }
      node = next
    }
    guard case .array(let rows) = node else { return [] }
    return rows.compactMap { row in
      guard case .object(let members) = row, case .string(let name)? = members["name"] else {
        return nil
      }
      return name.isEmpty ? nil : name
    }
  }
}
