import ALSAGate
import Commands
import Control
import LiveDrummer
import Logging
import MusicalTime
import Rhythm
import Surfaces

/// Controllers with lights.
extension DaemonProcess {
  /// Starts to serve them.
  func startSurfaces() {
    let (urgent, log, events) = (urgent, log, events)
    surfaces.begin(
      sequencer,
      SurfaceThread.Doors(
        overtake: { line in urgent.takes(line) { log.error("surface: \($0)") } },
        post: { events.post(.surface($0)) }, say: { log.info("\($0)") }, now: { .now() }))
  }

  /// Carries out a line that a controller asks for.
  func obeySurface(_ line: String) async {
    do throws(CommandError) {
      for command in try await commands(line) { _ = try await carryOut(command) }
    } catch { log.error("surface: \(error)") }
  }

  /// Lets controllers show how things stand, with the hits since the last tick.
  mutating func showOnSurfaces(_ hits: [StruckHit]) async {
    guard surfaces.isUsed else { return }
    let place = await machine.transportPlace()
    let arrangement = await machine.status().arrangement
    let document = await machine.document(after: surfaceRevision)
    if let document { surfaceRevision = document.revision }
    let ghosts = drummer.barsAhead().flatMap { bar in
      bar.hits.map { SurfaceScene.GhostHit($0.drum, at: bar.begins + $0.beat) }
    }
    surfaces.show { scene in
      let before = scene.state
      if let document { scene.patch = document.patch }
      scene.transport = SurfaceScene.Transport(place)
      scene.queued = arrangement.queue?.what
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
