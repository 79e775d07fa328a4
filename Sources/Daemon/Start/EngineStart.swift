import Commands
import Control
import Files
import FluidSynthesizer
import Instrument
import JACKClient
import Logging
import MusicalTime
import PatchFiles
import Playback
import Rhythm
import Sequencing

/// What the engine starts with, as options say.
struct EngineStart {
  let patch: Patch
  /// The file that the patch is of.
  let file: String?
  /// The file as it was read.
  let version: FileVersion?
  /// What is to be said of the patch.
  let remarks: [String]
  let sampleRate: SampleRate
  /// What the command line says in place of every patch that is read.
  let adapt: @Sendable (inout Patch) -> Void

  /// Reads the patch; throws where that cannot be.
  init(_ options: DaemonOptions) throws {
    let (bpm, commands) = (options.bpm, options.drummer.commands)
    adapt = { patch in
      if let bpm { patch.tempo = Tempo(clampingBPM: bpm) }
      for command in commands { patch.drummer.apply(command) }
    }
    var (patch, file) = try Self.patch(options)
    version = file.flatMap { FileVersion(of: $0) }
    adapt(&patch)
    remarks = PatternName.makeUsable(in: &patch)
    (self.patch, self.file) = (patch, file)
    sampleRate = Self.sampleRate(options)
  }

  func configuration(_ options: DaemonOptions) -> EngineConfiguration {
    var configuration = EngineConfiguration()
    configuration.sampleRate = sampleRate
    configuration.tempo = patch.tempo
    configuration.inputChannel = options.channel
    configuration.passesThru = options.passesThru
    configuration.clock = options.clock.settings
    configuration.clockOffset = options.clockSendOffset
    return configuration
  }

  /// The kits for a synthesizer's `rack`, with the patch's loaded, and what that is in words.
  func kits(
    on rack: consuming sending KitRack, _ options: DaemonOptions, _ log: Logger
  ) throws -> (KitLibrary, String) {
    let kits = KitLibrary(
      rack: rack, soundFont: options.soundFont,
      polyphony: options.polyphony.map(Polyphony.voices) ?? .affordable)
    let name: String
    do { name = try kits.load(patch.kit, of: file) } catch {
      guard let file, options.soundFont == nil else { throw error }
      // A single drum's may be the one that is missing.
      let isOwnThere = patch.kit.soundFont.map { (try? KitLibrary.font($0, of: file)) != nil }
      let advice = isOwnThere == false ? "; --soundfont plays it with another" : ""
      throw CommandError("\(file): its kit: \(error)\(advice)")
    }
    log.info("kit: \(name), at most \(kits.polyphony) voices")
    return (kits, name)
  }

  /// Where assignments are kept for this machine.
  static var assignments: any AssignmentStore { assignmentStore(AssignmentFile()) }

  /// The store of that file; nil for none, which `assign save` says.
  static func assignmentStore(_ file: AssignmentFile?) -> any AssignmentStore {
    guard let file else { return NoAssignmentFile() }
    return file
  }

  private static func patch(_ options: DaemonOptions) throws -> (Patch, String?) {
    if let session = options.session {
      return (
        try session.project.patch(from: options.patch), AbsolutePath.of(session.project.file)
      )
    }
    guard let name = options.patch else { return (Patch(), nil) }
    let (patch, path) = try PatchFiles(namesWholePaths: true).load(name)
    return (patch, path)
  }

  /// JACK's rate if JACK will run the engine, else the requested one.
  private static func sampleRate(_ options: DaemonOptions) -> SampleRate {
    let asked = SampleRate(hertz: options.rate) ?? .standard
    guard options.audio == .automatic || options.audio == .jack,
      let format = try? JACKPorts.format()
    else { return asked }
    return SampleRate(hertz: format.sampleRate) ?? asked
  }
}
