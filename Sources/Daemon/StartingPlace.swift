import Foundation
import Shell

/// What of a terminal the daemon was started on.
struct StartingPlace {
  /// Whether it is controlled from a terminal.
  let isOnTerminal = Terminal(STDIN_FILENO) != nil
  private let hadTerminal = Terminal.isControlling

  /// What SIGHUP means now: that the terminal is gone, or to read the patch again.
  var hangUpEnds: Bool { isOnTerminal || hadTerminal && !Terminal.isControlling }
}
