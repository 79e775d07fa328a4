/// Where a command comes from. A stream of values, as from a fader, is one change only where all have one origin.
public enum CommandOrigin: Sendable, Hashable {
  /// Lines that are typed or read from a file, and the program itself.
  case console
  /// Controls that are assigned to commands.
  case controls
  /// Controllers with lights.
  case surfaces
  /// A client of the control socket, by its number.
  case client(Int)

  /// Whether it is a connection, of which `watch` and its like can be asked.
  public var isConnection: Bool {
    if case .client = self { true } else { false }
  }
}
