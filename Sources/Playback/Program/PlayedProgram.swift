import MusicalTime
import Sequencing

/// A program that plays or waits, and the patch's tempo where that changed after it was compiled: a tempo is
/// no reason to compile a song again. Real-time: yes.
struct PlayedProgram: BitwiseCopyable {
  let reference: ProgramReference
  /// The tempo at which a song begins that sets none itself; nil for the one it was compiled with.
  var patchTempo: Tempo?

  @_noLocks init(_ reference: ProgramReference) { self.reference = reference }

  var image: UnsafePointer<CompiledProgram> { @_noLocks get { unsafe reference.image } }

  /// The patch's tempo, as it is now, if there is one.
  var ownTempo: Tempo? { @_noLocks get { unsafe patchTempo ?? image.pointee.patchTempo } }

  /// The tempo at `beat`, from the program's beginning, where it says one.
  @_noLocks func tempo(at beat: Beats) -> Tempo? {
    unsafe image.pointee.tempo(at: beat, patchTempo: patchTempo)
  }

  /// The next tempo that it says in `from` ..< `to`, from its beginning.
  @_noLocks func tempoChange(from: Beats, before to: Beats) -> (beat: Beats, tempo: Tempo)? {
    unsafe image.pointee.tempoChange(from: from, before: to, patchTempo: patchTempo)
  }
}
