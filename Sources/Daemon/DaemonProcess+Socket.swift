import Commands
import Control
import ControlSocket
import Foundation
import Instrument
import LiveDrummer
import Logging
import Rhythm

extension DaemonProcess {
  /// Opens the control socket; where there can be none, says so and plays on without.
  static func openSocket(
    _ options: DaemonOptions, _ log: Logger, _ events: DaemonEvents, _ sound: ListenerSound,
    _ urgent: UrgentPath
  ) -> ControlServer? {
    do {
      let listener = try ControlListener(name: options.name, in: SocketFolder())
      let name = listener.name == DaemonOptions.standardName ? "" : " --name \(listener.name)"
      log.info("control: `ghostnote ctl\(name)` reaches this session")
      return ControlServer(
        listener, sound: { sound.next() }, listening: { sound.setListening($0) },
        urgent: { urgent.reply(to: $0.line) },
        handler: { events.post(.request($0)) })
    } catch {
      log.warning("control: no socket: \(error)")
      return nil
    }
  }

  /// Starts the page of this session; nil, with the reason in the log, where there can be none.
  public func startPage(servesNetwork: Bool = false) -> PageProgram? {
    guard let name = server?.name else {
      log.warning("page: not started: the control socket could not be opened")
      return nil
    }
    let qr = isatty(STDERR_FILENO) == 1 ? ["--qr"] : []
    return PageProgram(
      session: name, arguments: servesNetwork ? ["--lan"] + qr : [], log: log)
  }

  /// Carries out what a client asks for, and replies to it; false where the daemon is to end.
  mutating func obey(_ request: ControlRequest) async -> Bool {
    guard let server else { return true }
    do throws(CommandError) {
      switch try SocketVerb(request.line) {
      case .watch(let channels): await watch(channels, request, server)
      case .listen:
        let format = #"{"listen":{"channels":2,"format":"s16le","rate":48000}}"#
        server.listen(replyingTo: request, .ok(format))
      case .oneShot(let drum, let velocity): await renderOneShot(drum, velocity, request, server)
      case nil: return try await obey(commands(request.line), of: request, server)
      }
    } catch {
      server.reply(.failure(error.description, isUsage: error.isUsage), to: request)
    }
    return true
  }

  /// Renders a stroke beside the main loop, and replies with it.
  private func renderOneShot(
    _ drum: Drum, _ velocity: Velocity, _ request: ControlRequest, _ server: ControlServer
  ) async {
    let (patch, file) = await machine.kitInUse()
    let order = OneShotRoom.Order(
      patch: patch, file: file, soundFont: kits.replacement(for: patch.kit), drum: drum,
      velocity: velocity)
    Task.detached { [oneShots] in
      do throws(RenderingError) {
        server.reply(.ok(try await oneShots.json(order)), to: request)
      } catch {
        server.reply(.failure("oneshot \(drum.name): \(error)", isUsage: false), to: request)
      }
    }
  }

  /// Carries out the commands of a request, and replies once to all of them; false where the daemon is to
  /// end.
  private func obey(
    _ commands: [Command], of request: ControlRequest, _ server: ControlServer
  ) async throws(CommandError) -> Bool {
    var replies: [Reply] = []
    for command in commands { replies.append(try await carryOut(command)) }
    server.reply(.ok(replies.socketJSON), to: request)
    return !replies.contains(.quit)
  }

  private mutating func watch(
    _ channels: Set<ControlChannel>, _ request: ControlRequest, _ server: ControlServer
  ) async {
    let state = channels.contains(.state) ? await watchedState() : nil
    let ahead = channels.contains(.ahead) ? Watchers.node(drummer.barsAhead()) : nil
    server.watch(channels, replyingTo: request, state: state, ahead: ahead)
  }

  private mutating func watchedState() async -> JSONNode {
    let status = completed(await machine.status())
    let place = await machine.transportPlace()
    let document = await machine.document(after: watchers.state.documentRevision)
    let library = watchers.library(styles: drummer.styles)
    return watchers.state.node(
      status: status, at: place, document: document, library: library)
  }

  /// Sends what is watched, with the hits since the last tick.
  mutating func publish(_ hits: [StruckHit]) async {
    guard let server else { return }
    if !hits.isEmpty, server.isWatched(.hits) { server.publish(Watchers.node(hits), to: .hits) }
    audio.measureLevels(server.isWatched(.levels))
    if server.isWatched(.levels),
      let message = watchers.levelsMessage(audio.levels, pairs: options.separateOuts ? 26 : 1)
    {
      server.publish(message, to: .levels)
    }
    if server.isWatched(.ahead), let message = watchers.aheadMessage(drummer.barsAhead()) {
      server.publish(message, to: .ahead)
    }
    if watchers.isStateDue(), server.isWatched(.state) {
      server.publish(state: await watchedState())
    }
  }
}
