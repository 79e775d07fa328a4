import Commands
import MusicalTime
import Playback
import Rhythm
import Sequencing

extension MachineStatus {
  init(
    patch: Patch, file: String?, isEdited: Bool, kit: String, keys: KeySet, engine: EngineStatus,
    clock setup: ClockSetup, drummer: DrummerStatus, heard: Heard,
    arrangement: ArrangementStatus, recording: RecordingStatus
  ) {
    self.init()
    self.patch = patch.name
    self.file = file
    self.isEdited = isEdited
    self.kit = kit
    isRolling = engine.isRolling
    tempoBPM = engine.tempo.bpm
    beat = engine.position.inBeats
    loop = Int(engine.place.loop) + 1
    step = heard.pattern(at: engine.place).step(at: engine.beatInLoop) + 1
    hits = engine.hits
    droppedHits = engine.droppedHits
    droppedMessages = engine.droppedMessages
    droppedCues = engine.droppedCues
    clock = ClockStatus(engine, setup: setup)
    self.drummer = drummer
    self.arrangement = arrangement
    self.recording = recording
    groove = (patch.pattern.groove ?? patch.groove).map { use in
      "\(use.groove.name), \(Self.rounded(use.timing * 100)) % of its timing, "
        + "\(Self.rounded(use.velocity * 100)) % of its dynamics"
    }
    midiOnly = patch.pattern.midiOnlyRemark(beside: keys)
    humanised = patch.humanising.map { hand in
      "\(Self.rounded(hand.amount))" + (hand.style.isEmpty ? "" : " \(hand.style)")
    }
  }
}
