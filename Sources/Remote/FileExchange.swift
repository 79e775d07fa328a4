import Commands
import ControlSocket
import Dispatch
import Files
import Foundation
import MusicalTime
import NIOCore
import NIOHTTP1
import PatchFiles
import Rhythm
import Synchronization

/// Files that pages bring and take away: MIDI files, patches for the one folder that is the user's, and the patch
/// that the session has.
///
/// A page names no path: what is brought is put into a folder of this server's own, or under a plain name
/// where no patch has it yet. Real-time: no; everything happens on a queue, one file at a time.
final class FileExchange: Sendable {
  /// Bytes of a file at most.
  static let mostBytes = 1 << 20
  private let session: DaemonAddress
  private let patches: DataFolders
  /// Milliseconds that the session may take for a reply.
  private let patience: Int
  private let queue = DispatchQueue(label: "ghostnote-remote.files")
  private struct Asking {
    /// The connection on which a reply is waited for.
    var client: ControlClient?
    var isOver = false
  }

  private let asking = Mutex(Asking())

  init(_ session: DaemonAddress, patches: DataFolders, patience: Int = 20_000) {
    (self.session, self.patches, self.patience) = (session, patches, patience)
    removeLeftovers()
  }

  /// Removes the folders of servers that were killed.
  private func removeLeftovers() {
    for name in FolderListing.names(in: session.folder.path) where name.hasPrefix("files-") {
      guard let process = pid_t(name.dropFirst("files-".count)), process > 0,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      try? FileManager.default.removeItem(atPath: "\(session.folder.path)/\(name)")
    }
  }

  /// Carries out a request that was allowed to a visitor with `access`.
  func response(
    to kind: Kind, _ body: [UInt8], _ access: AccessLevel, on loop: any EventLoop
  ) -> EventLoopFuture<PageResponse> {
    let promise = loop.makePromise(of: PageResponse.self)
    queue.async { [self] in
      do throws(Refusal) { promise.succeed(try carryOut(kind, body, access)) } catch {
        promise.succeed(PageResponse(error.status, error.message))
      }
    }
    return promise.futureResult
  }

  /// Why a file was not taken or given.
  private struct Refusal: Error {
    var status: HTTPResponseStatus = .unprocessableEntity
    let message: String
  }

  private func carryOut(
    _ kind: Kind, _ body: [UInt8], _ access: AccessLevel
  ) throws(Refusal) -> PageResponse {
    switch kind {
    case .midiIn(let name): try take(midi: body, name)
    case .midiOut: try giveMIDI()
    case .patchIn(let name): try take(patch: body, name, access)
    case .patchOut: try givePatch()
    }
  }

  // MARK: MIDI files

  private func take(midi bytes: [UInt8], _ name: String) throws(Refusal) -> PageResponse {
    guard bytes.starts(with: Array("MThd".utf8)) else {
      throw Refusal(status: .unsupportedMediaType, message: "expected a MIDI file")
    }
    let file = try place("\(name).mid")
    defer { _ = unsafe unlink(file) }
    try write(bytes, to: file)
    return PageResponse(
      .ok, json: try ask("import \(Command.quoted(file))", instead: name, of: file))
  }

  private func giveMIDI() throws(Refusal) -> PageResponse {
    let file = try place("pattern.mid")
    _ = unsafe unlink(file)
    defer { _ = unsafe unlink(file) }
    _ = try ask("export \(Command.quoted(file))", instead: "pattern", of: file)
    var response = PageResponse(type: "audio/midi", try read(file))
    response.download = "pattern.mid"
    return response
  }

  // MARK: Patches

  private func take(
    patch bytes: [UInt8], _ name: String, _ access: AccessLevel
  ) throws(Refusal) -> PageResponse {
    let name = try patchName(name)
    let file = try patchFile(name)
    try check(patch: bytes, name, access)
    guard !PatchFile.places(of: name, in: patches).contains(where: Self.isTaken) else {
      throw Refusal(status: .conflict, message: "\(name): a patch of that name is there")
    }
    try write(bytes, to: file)
    do throws(Refusal) {
      return PageResponse(
        .ok, json: try ask("load \(Command.quoted(name))", instead: name, of: file))
    } catch {
      // The session refused it; a patch that was there before would not have been touched.
      _ = unsafe unlink(file)
      throw error
    }
  }

  /// Throws for what is not a patch, for one that names files by their path, as `kit` does with `admin` only: the
  /// session opens those; and for one whose controls do what the visitor may not.
  private func check(
    patch bytes: [UInt8], _ name: String, _ access: AccessLevel
  ) throws(Refusal) {
    let patch: Patch
    do throws(PatchError) { patch = try Patch(json: bytes, file: name) } catch {
      throw Refusal(message: "\(error)")
    }
    let fonts = [patch.kit.soundFont].compactMap(\.self) + patch.kit.sources.values.map(\.font)
    if access < .admin, let path = fonts.first(where: { !LineCheck.isFontName($0) }) {
      throw Refusal(
        status: .forbidden,
        message: "\(name): SoundFont “\(path.prefix(80))”: expected a name without a folder; "
          + "a path needs the access level admin")
    }
    let lineCheck = LineCheck(access: access)
    for control in patch.input.controls {
      do throws(LineCheck.Refusal) { try lineCheck.check(control.action) } catch {
        throw Refusal(status: .forbidden, message: "\(name): controls: \(error.message)")
      }
    }
  }

  /// The patch as the session has it, saved or not, and as a file of it is written.
  private func givePatch() throws(Refusal) -> PageResponse {
    let document = try watchedDocument()
    let patch: Patch
    do throws(PatchError) {
      // What is watched has its keys in another order.
      patch = try Patch(json: Array(document.text.utf8), file: "the patch")
    } catch { throw Refusal(status: .internalServerError, message: "\(error)") }
    var response = PageResponse(type: "application/json", Array(patch.json.utf8))
    response.download = "patch.json"
    return response
  }

  /// Whether something has a path, a link that leads nowhere included: what is written there would be written
  /// where it leads.
  private static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  private func patchName(_ name: String) throws(Refusal) -> String {
    guard let name = Self.plain(name) else {
      throw Refusal(
        status: .badRequest,
        message: "expected a name of \(Self.nameLengths.words()) letters, digits, blanks, - and _")
    }
    return name
  }

  /// Where a patch of that name is kept, in the user's own folder, which is made where it is missing.
  private func patchFile(_ name: String) throws(Refusal) -> String {
    guard let folder = patches.own else {
      throw Refusal(message: "no folder for patches: set HOME or XDG_DATA_HOME")
    }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    do throws(PatchError) { return try PatchFile.destination(of: name, in: patches) } catch {
      throw Refusal(message: "\(error)")
    }
  }

  // MARK: Disk and session

  /// In a folder that only this user may enter.
  private func place(_ name: String) throws(Refusal) -> String {
    do {
      try session.folder.make()
      return try PrivateFolder("\(session.folder.path)/files-\(getpid())").file(name)
    } catch { throw Refusal(status: .internalServerError, message: "\(error)") }
  }

  private func write(_ bytes: [UInt8], to file: String) throws(Refusal) {
    do throws(SystemError) { try FileReplacement.replace(file, with: bytes) } catch {
      throw Refusal(status: .internalServerError, message: "cannot write: \(error.reason)")
    }
  }

  private func read(_ file: String) throws(Refusal) -> [UInt8] {
    do throws(FileReadingError) {
      return try RegularFile.bytes(at: file, limit: 8 * Self.mostBytes)
    } catch {
      throw Refusal(status: .internalServerError, message: error.reason)
    }
  }

  private static let sessionIsGone = Refusal(
    status: .badGateway, message: "the session is gone")

  /// Connects to the session for as long as `act` takes, which `stop` cuts short.
  private func connected<Outcome>(
    _ act: (ControlClient) throws(Refusal) -> Outcome
  ) throws(Refusal) -> Outcome {
    guard let client = try? session.client() else { throw Self.sessionIsGone }
    let isOver = asking.withLock { asking in
      asking.client = client
      return asking.isOver
    }
    defer { asking.withLock { $0.client = nil } }
    guard !isOver else { throw Self.sessionIsGone }
    return try act(client)
  }

  /// Sends a line to the session. What it says of a path is said of the name that the page gave.
  private func ask(_ line: String, instead name: String, of path: String) throws(Refusal)
    -> JSONNode
  {
    try connected { client throws(Refusal) -> JSONNode in
      guard let reply = client.request(line, within: patience) else { throw Self.sessionIsGone }
      switch reply {
      case .ok(_, let text):
        return JSONNode(parsing: text.replacing(path, with: name)) ?? .object([:])
      case .error(_, let text):
        let message = JSONNode(parsing: text)?["message"]?.string ?? "refused"
        throw Refusal(message: message.replacing(path, with: name))
      case .event: throw Refusal(message: "refused")
      }
    }
  }

  /// The patch as those who watch the session's state are sent it.
  private func watchedDocument() throws(Refusal) -> JSONNode {
    try connected { client throws(Refusal) -> JSONNode in
      client.send(ConnectionRequest.watch([.state]).line)
      // The reply to that comes first, and may be a refusal.
      while let line = client.nextLine(within: patience) {
        switch line {
        case .ok: continue
        case .error(_, let text):
          throw Refusal(message: JSONNode(parsing: text)?["message"]?.string ?? "refused")
        case .event(let text):
          if let found = JSONNode(parsing: text)?["state"]?["seed"]?["document"] { return found }
        }
      }
      throw Self.sessionIsGone
    }
  }

  /// Takes the folder away with the server.
  func stop() {
    // A session that hangs is not waited for, by requests that still wait for their turn neither.
    asking.withLock { asking in
      asking.isOver = true
      if let client = asking.client { shutdown(client.file, Int32(SHUT_RDWR)) }
    }
    queue.sync {
      try? FileManager.default.removeItem(atPath: "\(session.folder.path)/files-\(getpid())")
    }
  }
}
