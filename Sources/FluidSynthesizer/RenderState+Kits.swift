internal import RealTime
internal import Rhythm

/// Installing and releasing kits.
extension RenderState {
  /// Makes the kit offered last the current one; the replaced kit rings out.
  @_noLocks mutating func takeKit() {
    let offer = offers.latest()
    guard offer.number != currentNumber, let voices = unsafe offer.voices else { return }
    if let old = unsafe current {
      guard tailCount < 3 else {
        hurry()
        return
      }
      unsafe tails[tailCount] = TailKit(
        voices: old, number: currentNumber, framesLeft: tailFrames)
      tailCount &+= 1
    }
    unsafe current = voices
    currentNumber = offer.number
    unsafe voices.pointee.controllers.wanted = controllers
  }

  @_noLocks mutating func takeSettings(framesPerBeat: Double) {
    let settings = settingsReader.latest()
    reverb.setDecay(settings.effects.reverbDecay)
    delay.set(settings.effects, framesPerBeat: framesPerBeat)
    if let current = unsafe current { unsafe current.pointee.apply(settings) }
    master.decibels = settings.masterLevel
  }

  /// Fades out the oldest of three tails.
  @_noLocks private mutating func hurry() {
    unsafe tails[0].voices.pointee.choke(.all)
  }

  /// Releases the kits that have rung out; the control thread frees them when it reads the report.
  @_noLocks mutating func dropSilentTails() {
    var index = 0
    while index < tailCount {
      if unsafe tails[index].framesLeft > 0, unsafe tails[index].voices.pointee.activeVoices > 0 {
        index &+= 1
        continue
      }
      tailCount &-= 1
      for later in index..<tailCount { unsafe tails[later] = tails[later &+ 1] }
    }
  }
}
