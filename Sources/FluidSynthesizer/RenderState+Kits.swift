internal import MusicalTime
internal import RealTime
internal import Rhythm

/// Installing kits and their settings.
extension RenderState {
  /// Makes the kit offered last the current one; the replaced kit rings out, and may hand on its program.
  @_noLocks mutating func takeKit() {
    let offer = offers.latest()
    guard offer.number != currentNumber, let voices = unsafe offer.voices else { return }
    if let old = unsafe current {
      guard unsafe tails.add(old, number: currentNumber) else { return }
      if currentNumber >= offer.programSince {
        unsafe voices.pointee.select(old.pointee.selectedProgram)
      }
    }
    unsafe current = voices
    currentNumber = offer.number
    unsafe voices.pointee.controllers.wanted = controllers
  }

  @_noLocks mutating func takeSettings(at tempo: Tempo) {
    let settings = settingsReader.latest()
    effects.apply(settings, at: tempo)
    if let current = unsafe current { unsafe current.pointee.apply(settings) }
  }
}
