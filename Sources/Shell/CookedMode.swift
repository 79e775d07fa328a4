import Glibc
import Synchronization

/// A terminal's settings as a shell wants them, to be set again by whatever ends or stops the process.
package enum CookedMode {
  /// The address at which they are kept for signal handlers; never freed.
  private static let address = Atomic<UInt>(0)
  private static let file = Atomic<Int32>(-1)

  private static var settings: UnsafeMutablePointer<termios>? {
    unsafe UnsafeMutablePointer(bitPattern: address.load(ordering: .acquiring))
  }

  /// Keeps the present settings of the terminal `file`; false where they cannot be read.
  package static func save(_ terminal: Int32) -> Bool {
    let settings = unsafe self.settings ?? .allocate(capacity: 1)
    guard unsafe tcgetattr(terminal, settings) == 0 else { return false }
    address.store(UInt(bitPattern: settings), ordering: .releasing)
    file.store(terminal, ordering: .releasing)
    return true
  }

  /// Sets the kept settings; in a signal handler too. The corresponding C function is `tcsetattr`.
  package static func restore() {
    let terminal = file.load(ordering: .acquiring)
    guard terminal >= 0, tcgetpgrp(terminal) == getpgrp() else { return }
    guard let settings = unsafe settings else { return }
    _ = unsafe tcsetattr(terminal, TCSANOW, settings)
  }

  /// Leaves the terminal alone from now on.
  package static func forget() { file.store(-1, ordering: .releasing) }

  /// Has Ctrl-Z set them before it stops the process, as the process's own settings suit no shell.
  package static func restoreWhenStopped() {
    guard !Signals.isIgnored(SIGTSTP) else { return }
    signal(SIGTSTP, stop)
  }
}

/// Called by the system in the middle of anything: only atomics, `tcsetattr`, `signal` and `raise`.
private func stop(_ number: Int32) {
  CookedMode.restore()
  signal(SIGTSTP, SIG_DFL)
  // It waits until this handler has returned.
  raise(SIGTSTP)
}
