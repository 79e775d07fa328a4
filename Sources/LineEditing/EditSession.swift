import CEdit
import Foundation
import Shell
import Synchronization

/// libedit at work on the editing thread.
@safe final class EditSession {
  let configuration: LineEditor.Configuration
  let writer: TextWriter
  let alarm: Alarm
  unowned let editor: LineEditor
  let handler: @Sendable (LineEditor.Event) -> Void
  let terminal: Terminal
  let prompt: UnsafeMutablePointer<CChar>
  /// A description of our own: the shell's, which shares the terminal's, must not become non-blocking.
  let input: Int32
  var history: LineHistory
  var editLine: OpaquePointer?
  var screen = EditedScreen()
  var size: Terminal.Size
  /// Whether a line is shown that has to be drawn again after other output.
  var isEditing = false
  var wasInForeground = true
  var isHungUp = false
  /// Whether the line ended because of Ctrl-C.
  var isInterrupted = false
  var bytes: [UInt8] = []
  /// Bytes still to be read that came while the terminal edited lines itself; nil where they are not counted yet.
  var earlierBytes: Int?

  init(
    _ configuration: LineEditor.Configuration, on terminal: Terminal, writer: TextWriter,
    alarm: Alarm, editor: LineEditor, _ handler: @escaping @Sendable (LineEditor.Event) -> Void
  ) {
    self.configuration = configuration
    self.writer = writer
    self.alarm = alarm
    self.editor = editor
    self.handler = handler
    self.terminal = terminal
    size = terminal.size
    let own = unsafe Glibc.open(
      "/proc/self/fd/\(terminal.file)", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    input = own >= 0 ? own : terminal.file
    history = LineHistory(path: configuration.history)
    unsafe prompt = unsafe strdup(configuration.prompt)
  }

  deinit {
    if input != terminal.file { close(input) }
    unsafe free(prompt)
  }

  /// Hands over lines until the editor is to end or the terminal is gone.
  func run() {
    Self.takeLocale()
    while !editor.isToEnd, !isHungUp, !waitForForeground() {}
    guard !editor.isToEnd, !isHungUp, open() else { return finish() }
    while !editor.isToEnd, !isHungUp { readLine() }
    finish()
  }

  /// Takes the locale's rules for characters, or where its encoding is not UTF-8 those of `C.UTF-8`: by others libedit
  /// takes a letter beyond ASCII for an editing key.
  ///
  /// The corresponding C functions are `setlocale` and `nl_langinfo`.
  private static func takeLocale() {
    _ = unsafe setlocale(LC_CTYPE, "")
    guard unsafe String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" else { return }
    _ = unsafe setlocale(LC_CTYPE, "C.UTF-8")
  }

  func open() -> Bool {
    guard CookedMode.save(terminal.file) else { return false }
    CookedMode.restoreWhenStopped()
    guard let output = unsafe ghostnote_new_output() else { return false }
    editor.output.store(UInt(bitPattern: output), ordering: .releasing)
    unsafe editLine = ghostnote_edit_new(output)
    guard let editLine = unsafe editLine else { return false }
    let client = unsafe Unmanaged.passUnretained(self).toOpaque()
    _ = unsafe ghostnote_set_client(editLine, client)
    _ = unsafe ghostnote_ignore_signals(editLine)
    if configuration.takesInterrupts { _ = unsafe ghostnote_take_interrupt_key(editLine) }
    _ = unsafe ghostnote_use_emacs_keys(editLine)
    _ = unsafe ghostnote_set_prompt(editLine, promptOf)
    _ = unsafe ghostnote_set_reader(editLine, readCharacter)
    _ = unsafe ghostnote_add_function(editLine, "ghostnote-complete", "complete a word", complete)
    for (key, function) in [
      ("^I", "ghostnote-complete"), ("^R", "em-inc-search-prev"), ("^U", "vi-kill-line-prev"),
      ("\\e[3~", "ed-delete-next-char"),
      ("\\e[1;5C", "em-next-word"), ("\\e[1;5D", "ed-prev-word"),
    ] { _ = unsafe ghostnote_bind(editLine, key, function) }
    unsafe openHistory(editLine)
    return true
  }

  var lines: OpaquePointer?

  func openHistory(_ editLine: OpaquePointer) {
    unsafe lines = history_init()
    guard let lines = unsafe lines else { return }
    _ = unsafe ghostnote_history_size(lines, Int32(LineHistory.size))
    _ = unsafe ghostnote_history_unique(lines)
    for line in history.load() { _ = unsafe ghostnote_history_enter(lines, line) }
    _ = unsafe ghostnote_set_history(editLine, lines)
  }

  func readLine() {
    guard let editLine = unsafe editLine else { return }
    var count: Int32 = 0
    (isEditing, isInterrupted) = (true, false)
    earlierBytes = nil
    let text = unsafe el_gets(editLine, &count)
    isEditing = false
    guard let text = unsafe text, count > 0 else { return lineHasEnded(by: count) }
    let line = unsafe String(cString: text)
    entered(line)
  }

  /// Nothing was entered: end of file, an interrupt, or something else to do.
  func lineHasEnded(by count: Int32) {
    if isInterrupted {
      send(screen.enter(configuration.prompt + "^C", rows: 0, size: size))
      handler(.interrupted)
      return
    }
    guard count == 0, !editor.isToEnd, !isHungUp else { return }
    handler(.endOfFile)
  }

  func entered(_ text: String) {
    let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
    let shown = configuration.prompt + line
    // libedit has moved the cursor below the line.
    let rows = shown.columns / max(1, size.columns) + 1
    send(screen.enter(shown, rows: rows, size: size))
    if !line.allSatisfy(\.isWhitespace) {
      if let lines = unsafe lines { _ = unsafe ghostnote_history_enter(lines, line) }
      history.append(line)
    }
    handler(.line(line))
  }

  func finish() {
    writeAll()
    if let editLine = unsafe editLine, terminal.isInForeground, !isHungUp {
      // The line that is not ended is not left behind.
      write("\r\u{1B}[J")
      unsafe el_end(editLine)
    }
    CookedMode.restore()
    CookedMode.forget()
  }
}
