import ALSAGate
import ALSASequencer
import Commands
import Control
import JACKClient
import LiveDrummer
import Logging
import MusicalTime
import Rhythm
import Surfaces

/// Lets controllers with lights show how things stand.
struct SurfaceService {
  let thread: SurfaceThread
  let machine: Machine
  let drummer: LiveDrummer
  /// The revision of the document that they show.
  private var revision = -1

  init(_ thread: SurfaceThread, showing machine: Machine, _ drummer: LiveDrummer) {
    self.thread = thread
    self.machine = machine
    self.drummer = drummer
  }

  /// Starts to serve them.
  func begin(
    _ sequencer: SequencerClient?, _ urgent: UrgentPath, _ events: DaemonEvents, _ log: Logger
  ) {
    thread.begin(
      sequencer,
      SurfaceThread.Doors(
        overtake: { line in urgent.takes(line) { log.error("surface: \($0)") } },
        post: { events.post(.surface($0)) }, say: { log.info("\($0)") }, now: { .now() }))
  }

  /// Takes what JACK reports of the server and its connections.
  func note(_ event: JACKEvent, usesMIDI: Bool) {
    switch event {
    case .up(let clientName, _, _):
      if usesMIDI { thread.jackCame(as: clientName) } else { thread.jackWent() }
    case .down: thread.jackWent()
    case .xrun: thread.jackLostCycle()
    case .connected(let source, let destination):
      thread.jackConnection(source, destination, isConnected: true)
    case .disconnected(let source, let destination):
      thread.jackConnection(source, destination, isConnected: false)
    default: break
    }
  }

  /// Shows how things stand, with the hits since the last tick.
  mutating func show(_ hits: [StruckHit]) async {
    guard thread.isUsed else { return }
    let place = await machine.transportPlace()
    let arrangement = await machine.status().arrangement
    let document = await machine.document(after: revision)
    if let document { revision = document.revision }
    let ghosts = drummer.barsAhead().flatMap { bar in
      bar.hits.map { SurfaceScene.GhostHit($0.drum, at: bar.begins + $0.beat) }
    }
    thread.show { scene in
      let before = scene.state
      if let document { scene.patch = document.patch }
      scene.transport = SurfaceScene.Transport(place)
      scene.queued = arrangement.queue?.pattern
      scene.section = arrangement.song.map { $0.section - 1 }
      scene.loopsSection = arrangement.song?.isLooped == true
      scene.ghosts = scene.patch.drummer.isOn ? ghosts : []
      for hit in hits { scene.struck[hit.drum] = hit.time }
      return document != nil || before != scene.state
    }
  }
}

extension SurfaceScene.Transport {
  fileprivate init(_ place: TransportPlace) {
    self.init()
    isRolling = place.isRolling
    beat = place.beat
    time = place.time
    tempo = place.tempo
    origin = place.origin
    pattern = place.pattern
  }
}
