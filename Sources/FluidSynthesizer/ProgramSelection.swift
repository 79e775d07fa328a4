internal import CFluidSynth
internal import Rhythm

/// The drum kit of the SoundFont that sounds, and the one that is to sound. Real-time: yes.
struct ProgramSelection: BitwiseCopyable {
  private let font: Int32
  /// The bank of the drum kit.
  private let bank: Int32
  private let programs: ProgramSet
  /// Drums that sound from other SoundFonts, whatever the program.
  private let foreign: DrumSet
  private(set) var wanted: UInt8
  private var heard: UInt8

  init(font: Int32, bank: UInt16, program: UInt8, programs: ProgramSet, foreign: DrumSet) {
    self.font = font
    self.bank = Int32(bank)
    self.programs = programs
    self.foreign = foreign
    wanted = program
    heard = program
  }

  /// Takes another program, if it exists; heard from the next `follow` on.
  @_noLocks mutating func select(_ program: UInt8) {
    if programs.contains(program) { wanted = program }
  }

  /// Sets every channel to the program that is wanted.
  @_noLocks mutating func follow(in synth: borrowing FluidHandle) {
    guard wanted != heard else { return }
    heard = wanted
    for channel in 0..<2 &* drumCount {
      guard !foreign.contains(Drum(clampingIndex: channel % drumCount)) else { continue }
      _ = unsafe fluid_synth_program_select(
        synth.synth, Int32(channel), font, bank, Int32(wanted))
    }
    _ = unsafe fluid_synth_program_select(
      synth.synth, synth.groups.keyChannel, font, bank, Int32(wanted))
  }
}

/// The programs of a SoundFont's bank, as a bit mask.
struct ProgramSet: BitwiseCopyable {
  private var bits: UInt128 = 0

  init(_ programs: [UInt8]) {
    for program in programs where program < 128 { bits |= 1 << UInt128(program) }
  }

  @_noLocks func contains(_ program: UInt8) -> Bool {
    program < 128 && (bits &>> UInt128(truncatingIfNeeded: program)) & 1 != 0
  }
}
