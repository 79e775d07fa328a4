import Clock
import MIDI
import MusicalTime
import Ports
import RealTime

/// Blocks that come as fast as they can be made, as for an export. Real-time: yes.
extension EngineState {
  /// Leaves outputs that schedule ahead alone while the driver freewheels, and comes back to them.
  @_noLocks mutating func attendFreewheel() {
    guard time.isFreewheeling != departing.isOffline else { return }
    if time.isFreewheeling {
      letGoOfAll(at: 0)
      leave(.withdraw, .clock, .stop, at: time.heard)
      if followersRoll { leave(.send, .clock, .stop, at: time.heard) }
      let off = ShortMessage.controlChange(channel: channel, controller: 123, value: 0)
      leave(.send, .notes, off, at: time.heard)
      departing.isOffline = true
    } else {
      departing.isOffline = false
      departing.heard = time.heard
      leaveAfterAllThatLeft()
      if transport.isRolling, choice.settings.sends { letFollowersJoin() }
    }
  }

  /// Whether a bar that the next `frames` lead into is not there, though the drummer is to play it.
  @_noLocks mutating func awaitsBar(in frames: Int) -> Bool {
    takeBars()
    guard drumming.isOn, transport.isRolling else { return false }
    let end = max(frame, plannedThrough).advanced(by: Int64(frames) &+ horizon)
    let beat = transport.history.current.beat(at: end) - BarImage.earliest
    return !drumming.bars.holds(max(beat.dividedRoundingDown(by: BarImage.length), 0))
  }
}
