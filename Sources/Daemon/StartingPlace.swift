import Foundation
import Shell

/// Whether the daemon was started on a terminal.
struct StartingPlace {
  /// Whether it is controlled from a terminal.
  let isOnTerminal = Terminal(STDIN_FILENO) != nil
  private let hadTerminal = Terminal.isControlling

  /// Whether SIGHUP means that the terminal was closed, rather than to reload the patch.
  var hangUpEnds: Bool { isOnTerminal || hadTerminal && !Terminal.isControlling }
}
