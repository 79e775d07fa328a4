import MIDI
import MusicalTime
import Ports

/// Outputs that schedule ahead as the driver begins to freewheel. Real-time: yes.
extension NoteLedger {
  /// Ends what sounds as the block is heard, where all that is sent from then on was withdrawn: a note-off that
  /// comes due while the driver freewheels is not sent.
  @_noLocks mutating func endScheduled(in block: inout Block) {
    guard block.schedulesAhead else { return }
    let heard = block.time.heard
    var place = 0
    while place < ahead.count {
      let note = ahead[place]
      let isEnded = note.hasEnd && note.noteOffTime < heard
      if note.noteOnTime < heard, !isEnded,
        block.schedule(.send, .notes, note.off, at: heard)
      {
        ahead[place].hasEnd = true
        ahead[place].endFrame = block.frame
        ahead[place].noteOffTime = heard
      }
      place &+= 1
    }
  }
}
