import Commands
import MusicalTime
import Playback
import Rhythm
import Sequencing

extension MachineStatus {
  init(
    document: Document, kit: String, keys: KeySet, engine: EngineStatus,
    clock setup: ClockSetup, drummer: DrummerStatus, heard: Heard,
    arrangement: ArrangementStatus, recording: RecordingStatus
  ) {
    self.init()
    let patch = document.patch
    self.patch = patch.name
    file = document.file
    isEdited = document.isEdited
    self.kit = kit
    effects = patch.kit.effectsInWords
    isRolling = engine.isRolling
    tempoBPM = engine.tempo.bpm
    beat = engine.position.inBeats
    loop = Int(engine.place.loop) + 1
    step = heard.pattern(at: engine.place).step(at: engine.beatInLoop) + 1
    hits = engine.hits
    droppedHits = engine.droppedHits
    droppedMessages = engine.droppedMessages
    droppedCues = engine.droppedCues
    droppedEvents = engine.droppedEvents
    clock = ClockStatus(engine, setup: setup)
    self.drummer = drummer
    self.arrangement = arrangement
    self.recording = recording
    groove = (patch.pattern.groove ?? patch.groove).map { use in
      "\(use.groove.name), \(Self.rounded(use.timing * 100)) % of its timing, "
        + "\(Self.rounded(use.velocity * 100)) % of its dynamics"
    }
    midiOnly = heard.patterns(of: patch).midiOnlyRemark(beside: keys)
    humanised = patch.humanising.map { humanising in
      "\(Self.rounded(humanising.amount))"
        + (humanising.style.isEmpty ? "" : " \(humanising.style)")
    }
  }
}

extension Heard {
  /// The patterns of `patch`, as it is edited by now, that are played: the selected one, those of the
  /// song's sections, or that of the looped section.
  fileprivate func patterns(of patch: Patch) -> [Pattern] {
    guard isSong else { return [patch.pattern] }
    guard let loopedSection, patch.song.sections.indices.contains(loopedSection) else {
      return patch.patternsOfSections
    }
    return [patch.pattern(of: patch.song.sections[loopedSection]) ?? patch.pattern]
  }
}

extension KitDescription {
  /// Which drums are filtered or sent to an effect, as `status` says it; nil where none is.
  fileprivate var effectsInWords: String? {
    func names(_ isMeant: (DrumSound) -> Bool) -> String? {
      let drums = Drum.all.filter { isMeant(self[$0].sound) }
      return drums.isEmpty ? nil : drums.map(\.name).joined(separator: " ")
    }
    let parts = [
      names { $0.reverb > 0 }.map {
        "reverb of \(MachineStatus.rounded(Double(effects.reverbDecay))) s for \($0)"
      },
      names { $0.delay > 0 }.map { "delay of \(effects.delayTime) for \($0)" },
      names { $0.filter == .lowpass }.map { "low-pass for \($0)" },
      names { $0.filter == .highpass }.map { "high-pass for \($0)" },
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
