import ArgumentParser
import Commands
import Daemon
import Glibc
import RemoteArguments

/// `ghostnote page`: becomes `ghostnote-remote`.
struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", abstract: "Show a session that runs in a browser.",
    discussion: """
      EXAMPLES
        ghostnote page                       print the address of the page
        ghostnote page --name Ghostnote-2    another session's
        ghostnote page --access play         pads and transport, but no changes
        ghostnote page --osc 9000            take OSC as well
        ghostnote page --lan                 let phones join by a QR code

      It runs until Ctrl-C. The music does not depend on it. `ghostnote run --page` starts it \
      together with a session.
      """)

  @OptionGroup var arguments: RemoteArguments

  func run() throws {
    guard let path = PageProgram.path() else { throw CommandError(PageProgram.missing) }
    // By this name it knows what its user typed.
    let called = RemoteArguments.pageCommand
    var words = unsafe ([called] + arguments.words).map { unsafe strdup($0) } + [nil]
    unsafe execv(path, &words)
    throw CommandError("\(path): errno \(errno)")
  }
}
