import Foundation
import Shell

/// A pseudo-terminal controlled by a test, which types, reads, stops reading and closes it.
public final class PseudoTerminal: Sendable {
  /// The path at which a program opens it.
  public let path: String
  private let master: Locked<Int32>
  private let shown = Locked<[UInt8]>([])
  private let isRead = Locked(true)

  /// Opens a terminal; its output is read continuously until `stopReading`.
  public init() throws {
    // The ioctl numbers of `unlockpt` and `ptsname` on Linux, which Swift's Glibc module lacks.
    let (unlock, number) = (UInt(0x4004_5431), UInt(0x8004_5430))
    let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (isLocked, index) = (Int32(0), Int32(0))
    guard master >= 0, unsafe ioctl(master, unlock, &isLocked) == 0,
      unsafe ioctl(master, number, &index) == 0
    else { throw ChildProcess.Failure(description: "no pseudo-terminal (\(errno))") }
    path = "/dev/pts/\(index)"
    self.master = Locked(master)
    Thread { [weak self] in
      while let self, self.readSome() {}
    }.start()
  }

  deinit { close() }

  /// The output so far.
  public var text: String { String(decoding: shown.value, as: UTF8.self) }

  /// Waits until `words` appear in the output.
  public func shows(_ words: String) -> Bool { eventually { text.contains(words) } }

  /// Types keys; "\n" is Enter, "\u{3}" is Ctrl-C, "\u{13}" is Ctrl-S.
  public func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = unsafe write(master.value, bytes, bytes.count)
  }

  /// Stops reading the output, like a stalled connection.
  public func stopReading() { isRead.value = false }

  /// Continues reading.
  public func readOn() { isRead.value = true }

  /// Closes the terminal.
  public func close() {
    master.change { file in
      if file >= 0 { _ = Foundation.close(file) }
      file = -1
    }
  }

  /// Returns false if it is closed.
  private func readSome() -> Bool {
    let file = master.value
    guard file >= 0 else { return false }
    var wanted = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    guard isRead.value, unsafe poll(&wanted, 1, 20) > 0,
      wanted.revents & Int16(POLLIN) != 0
    else {
      usleep(5_000)
      return true
    }
    var block = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(file, &block, block.count)
    if count > 0 { shown.change { $0 += block[..<count] } }
    return true
  }
}
