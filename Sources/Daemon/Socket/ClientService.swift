import Commands
import Control
import ControlSocket
import Foundation
import Instrument
import LiveDrummer
import Logging
import Rhythm

/// Serves the clients of the control socket: carries out what they ask for, and sends what they watch.
struct ClientService {
  /// Nil where there can be no socket.
  let server: ControlServer?
  private let door: CommandDoor
  private let lineOwner: LineOwner
  private let drummer: LiveDrummer
  private let audio: AudioSwitch
  private let kits: KitLibrary
  /// Pairs of outputs whose levels are sent.
  private let pairs: Int
  private let oneShots = OneShotRoom()
  private var watchers = Watchers()

  init(
    _ server: ControlServer?, _ door: CommandDoor, lineOwner: LineOwner, drummer: LiveDrummer,
    audio: AudioSwitch, kits: KitLibrary, pairs: Int
  ) {
    self.server = server
    self.door = door
    self.lineOwner = lineOwner
    self.drummer = drummer
    self.audio = audio
    self.kits = kits
    self.pairs = pairs
  }

  /// Opens the control socket; where there can be none, says so and plays on without.
  static func open(
    _ name: String, _ log: Logger, _ events: DaemonEvents, _ sound: ListenerSound,
    _ urgent: UrgentPath
  ) -> ControlServer? {
    do {
      let listener = try ControlListener(name: name, in: SocketFolder())
      let option = NameOption.words(for: listener.name)
      log.info("control: `ghostnote ctl\(option)` reaches this session")
      return ControlServer(
        listener, sound: { sound.next() }, listening: { sound.setListening($0) },
        urgent: { urgent.reply(to: $0.line, of: $0.client) },
        left: {
          urgent.lineOwner.left($0)
          events.post(.left($0))
        },
        handler: { events.post(.request($0)) })
    } catch {
      log.warning("control: no socket: \(error)")
      return nil
    }
  }

  /// Whether a client wants to know what is struck.
  var watchesHits: Bool { server?.isWatched(.hits) == true }

  // MARK: Requests

  /// The commands that a client asks for; nil where it asks for something else, which is done, or where that was
  /// refused.
  mutating func commands(
    of request: ControlRequest, _ report: DeviceReport
  ) async -> [Command]? {
    guard let server else { return nil }
    do throws(CommandError) {
      let commands = try await door.commands(
        request.line, by: .client(request.client.number))
      guard let asked = try commands.connectionRequest() else { return commands }
      switch asked {
      case .watch(let channels):
        let state = channels.contains(.state) ? await state(report) : nil
        let ahead = channels.contains(.ahead) ? Watchers.node(drummer.barsAhead()) : nil
        server.watch(channels, replyingTo: request, state: state, ahead: ahead)
      case .listen:
        let format = #"{"listen":{"channels":2,"format":"s16le","rate":48000}}"#
        server.listen(replyingTo: request, .ok(format))
      case .oneShot(let drum, let velocity): await renderOneShot(drum, velocity, request, server)
      }
    } catch { refuse(request, error) }
    return nil
  }

  /// Carries out a command of a client; the reply has what the devices `report`.
  func carryOut(
    _ command: Command, of request: ControlRequest, _ report: DeviceReport
  ) async throws(CommandError) -> Reply {
    if command.reportsBeat { try lineOwner.check(request.client) }
    let reply = report.completed(try await door.carryOut(command))
    if command.reportsBeat { lineOwner.note(request.client) }
    return reply
  }

  /// Replies once to all commands of a request.
  func reply(_ replies: [Reply], to request: ControlRequest) {
    server?.reply(.ok(replies.socketJSON), to: request)
  }

  /// Says why a request was not carried out.
  func refuse(_ request: ControlRequest, _ error: CommandError) {
    server?.reply(.failure(error.description, isUsage: error.isUsage), to: request)
  }

  /// Renders a stroke beside the main loop, and replies with it.
  private func renderOneShot(
    _ drum: Drum, _ velocity: Velocity, _ request: ControlRequest, _ server: ControlServer
  ) async {
    let (patch, file) = await door.machine.kitInUse()
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

  // MARK: Watching

  private mutating func state(_ report: DeviceReport) async -> JSONNode {
    let status = report.completed(await door.machine.status())
    let place = await door.machine.transportPlace()
    let document = await door.machine.document(after: watchers.state.documentRevision)
    let library = watchers.library(styles: drummer.styles)
    return watchers.state.node(
      status: status, xruns: report.xruns, at: place, document: document, library: library)
  }

  /// Sends what is watched, with the hits since the last tick and what the devices `report`.
  mutating func publish(_ hits: [StruckHit], _ report: DeviceReport) async {
    guard let server else { return }
    if !hits.isEmpty, server.isWatched(.hits) { server.publish(Watchers.node(hits), to: .hits) }
    audio.measureLevels(server.isWatched(.levels))
    if server.isWatched(.levels),
      let message = watchers.levelsMessage(audio.levels, pairs: pairs)
    {
      server.publish(message, to: .levels)
    }
    if server.isWatched(.ahead), let message = watchers.aheadMessage(drummer.barsAhead()) {
      server.publish(message, to: .ahead)
    }
    if watchers.isStateDue(), server.isWatched(.state) {
      server.publish(state: await state(report))
    }
  }
}
