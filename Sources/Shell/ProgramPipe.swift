public import Foundation

/// A one-way channel between this program and one that it starts, which no other program inherits.
///
/// Foundation's `Pipe` is inherited by every program that is started, and its end comes only when all of them have
/// ended. A pair of sockets is closed on exec from its beginning; a program cannot open one again by its path, such
/// as `/dev/stderr`. Real-time: no.
public struct ProgramPipe: Sendable {
  /// Where the one reads; to be closed here once a program has it.
  public let reading: FileHandle
  /// Where the other writes; likewise.
  public let writing: FileHandle

  /// - Throws: `POSIXError` where no more files can be opened.
  public init() throws {
    var files: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &files) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE)
    }
    reading = FileHandle(fileDescriptor: files[0], closeOnDealloc: true)
    writing = FileHandle(fileDescriptor: files[1], closeOnDealloc: true)
    shutdown(files[0], Int32(SHUT_WR))
    shutdown(files[1], Int32(SHUT_RD))
  }
}
