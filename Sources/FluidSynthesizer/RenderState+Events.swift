internal import Playback
internal import Rhythm

/// The effect of each sound event.
extension RenderState {
  @_noLocks mutating func carryOut(_ event: SoundEvent) {
    switch event.kind {
    case .hit:
      guard let current = unsafe current else { return }
      let isHeard = unsafe current.pointee.hit(
        event.drum, velocity: event.value, attack: event.attack, decay: event.decay)
      if !isHeard { report.droppedHits &+= 1 }
    case .click:
      if let current = unsafe current {
        unsafe current.pointee.click(event.drum, velocity: event.value, level: event.level)
      }
    case .key:
      guard let current = unsafe current else { return }
      let isHeard = unsafe current.pointee.strike(
        key: event.number, velocity: event.value, attack: event.attack, decay: event.decay)
      if !isHeard { report.droppedHits &+= 1 }
    case .keyRelease:
      if let current = unsafe current { unsafe current.pointee.release(key: event.number) }
      for index in 0..<tails.count { unsafe tails[index].pointee.release(key: event.number) }
    case .program:
      if let current = unsafe current { unsafe current.pointee.select(event.value) }
    case .controller:
      control(event.number, event.value)
    case .allSoundOff:
      effects.silence()
      chokeAll(.all)
    case .choke:
      chokeAll(event.drums)
    case .release:
      if let current = unsafe current { unsafe current.pointee.release(event.drum) }
      for index in 0..<tails.count { unsafe tails[index].pointee.release(event.drum) }
    case .allNotesOff:
      if let current = unsafe current { unsafe current.pointee.releaseAll() }
      for index in 0..<tails.count { unsafe tails[index].pointee.releaseAll() }
    }
  }

  @_noLocks private mutating func chokeAll(_ drums: DrumSet) {
    if let current = unsafe current { unsafe current.pointee.choke(drums) }
    for index in 0..<tails.count { unsafe tails[index].pointee.choke(drums) }
  }

  @_noLocks private mutating func control(_ number: UInt8, _ value: UInt8) {
    let value = min(value, 127)
    switch number {
    case 91:
      effects.feedReverb(Float(value) / 127)
    case 121:
      // MIDI's RP-015: volume, pan and effect depths are not reset.
      control(11, 127)
    default:
      controllers.set(number, value)
      if let current = unsafe current { unsafe current.pointee.controllers.wanted = controllers }
      for index in 0..<tails.count {
        unsafe tails[index].pointee.controllers.wanted = controllers
      }
    }
  }
}
