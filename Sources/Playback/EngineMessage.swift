public import MusicalTime
public import Rhythm
internal import Sequencing

/// What the control side asks of the engine.
public enum EngineMessage: BitwiseCopyable, Sendable {
  /// Begin at the top.
  case play
  /// Take up where it stopped.
  case `continue`
  /// Stop at once.
  case stop
  /// Move to a beat, rounded down to a sixteenth.
  case locate(Beats)
  /// Change the tempo without a jump in beats.
  case tempo(Tempo)
  /// Play another program from the next planned frame on; the old one comes back to be freed.
  case program(ProgramReference)
  /// Strike a drum now, as a pad would.
  case hit(Drum, Velocity)
  /// Silence everything at once and send the note-offs of what sounds.
  case panic
  /// Stop, and send the note-offs of exactly what sounds: the last message before the end.
  case finish
}

/// A retained program on its way to or from the audio thread.
///
/// Sendable because exactly one side owns the retain at any time.
@safe public struct ProgramReference: BitwiseCopyable, @unchecked Sendable {
  let program: UnsafeRawPointer
  let image: UnsafePointer<ProgramImage>

  init(retaining program: Program) {
    unsafe self.program = UnsafeRawPointer(Unmanaged.passRetained(program).toOpaque())
    unsafe image = program.image
  }

  func release() {
    unsafe Unmanaged<Program>.fromOpaque(program).release()
  }
}
