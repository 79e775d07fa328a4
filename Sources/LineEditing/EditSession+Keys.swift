import CEdit
import Foundation
import Shell

extension EditSession {
  /// The next character typed, or nil where the line is to end without one; meanwhile writes what comes.
  func nextCharacter() -> wchar_t?? {
    // At a line's first character libedit has just taken the editing over from the terminal.
    if earlierBytes == nil { earlierBytes = bytesWaiting }
    while true {
      writeAll()
      if editor.isToEnd { return .some(nil) }
      guard waitForForeground() else { continue }
      if isHungUp { return .some(nil) }
      guard let character = readOne() else { continue }
      return character
    }
  }

  /// Waits for input or output for a while; true where there is input for us.
  func waitForForeground() -> Bool {
    var files = [
      pollfd(fd: terminal.file, events: Int16(POLLIN), revents: 0),
      pollfd(fd: alarm.file, events: Int16(POLLIN), revents: 0),
    ]
    _ = unsafe poll(&files, 2, 100)
    if files[1].revents != 0 { alarm.clear() }
    if files[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
      isHungUp = true
      if wasInForeground { handler(.hungUp) }
      return true
    }
    let isInForeground = terminal.isInForeground
    if isInForeground, !wasInForeground || isCooked { comeBack() }
    if !isInForeground, wasInForeground { screen.leave() }
    wasInForeground = isInForeground
    if !isInForeground {
      writeAll()
      if files[0].revents != 0 { usleep(100_000) }
      return false
    }
    let size = terminal.size
    if size != self.size { resize(to: size) }
    return unsafe editLine == nil || files[0].revents & Int16(POLLIN) != 0
  }

  /// Whether the terminal edits lines itself, as a shell leaves it for a process that goes on.
  var isCooked: Bool {
    var settings = termios()
    guard isEditing, unsafe tcgetattr(terminal.file, &settings) == 0 else { return false }
    return settings.c_lflag & tcflag_t(ICANON) != 0
  }

  /// The shell has set the terminal as it likes it.
  func comeBack() {
    CookedMode.restoreWhenStopped()
    guard let editLine = unsafe editLine, isEditing else { return }
    _ = unsafe ghostnote_prepare_terminal(editLine, 0)
    _ = unsafe ghostnote_prepare_terminal(editLine, 1)
    earlierBytes = bytesWaiting
    screen.leave()
    write("\r\n")
    _ = unsafe ghostnote_refresh(editLine)
  }

  func resize(to size: Terminal.Size) {
    self.size = size
    guard let editLine = unsafe editLine else { return }
    unsafe el_resize(editLine)
    send(screen.resize(to: size))
  }

  /// The number of bytes that can be read at once. The corresponding C function is `ioctl` (`FIONREAD`).
  private var bytesWaiting: Int {
    var count: Int32 = 0
    guard unsafe ioctl(input, UInt(FIONREAD), &count) == 0 else { return 0 }
    return Int(count)
  }

  /// A character, nil within for the end of input, or nil where a byte was no whole one.
  func readOne() -> wchar_t?? {
    var byte: UInt8 = 0
    let count = unsafe read(input, &byte, 1)
    guard count > 0 else {
      if count < 0, errno == EINTR || errno == EAGAIN || errno == EIO { return nil }
      return .some(nil)
    }
    let isEarlier = (earlierBytes ?? 0) > 0
    if isEarlier { earlierBytes? -= 1 }
    if byte == 0 {
      // A Ctrl-D that was typed between two lines, when the terminal edited lines itself, comes as 0; typed later, 0 is
      // Ctrl-Space, which does nothing.
      guard isEarlier else { return nil }
      byte = Self.endOfTransmission
    }
    if byte == Self.endOfText, configuration.takesInterrupts {
      isInterrupted = true
      bytes = []
      return .some(nil)
    }
    bytes.append(byte)
    let needed = byte < 0x80 || bytes.count > 1 ? nil : Self.length(of: byte)
    guard needed == nil || needed == 1 else { return nil }
    guard let first = bytes.first, Self.length(of: first) <= bytes.count else { return nil }
    defer { bytes = [] }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.first.map {
      wchar_t(bitPattern: $0.value)
    }
  }

  /// Ctrl-C.
  static let endOfText: UInt8 = 3
  /// Ctrl-D.
  static let endOfTransmission: UInt8 = 4

  static func length(of first: UInt8) -> Int {
    first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  }
}
