public import Clock
public import MIDI
public import MusicalTime
import Ports
import RealTime
public import Rhythm
import Sequencing

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
  /// Choose the clock that leads and what is sent.
  case clock(ClockSettings)
  /// Take in a beat that another program reports, and follow it where it was chosen to lead.
  case line(BeatLine)
  /// Play another program from that moment on, at once while stopped; the old one comes back to be
  /// freed, and so does one that waited. At once its beginning falls `shift` later than that of the
  /// program before, so that a song that became longer goes on where it is.
  case program(ProgramReference, at: SwitchMoment, shift: Beats)
  /// Stop on this beat and rest at the top, as at the end of a program that does not loop; `nil` for
  /// no limit.
  case limit(Beats?)
  /// Let go of the program that waits for its moment.
  case cancelSwitch
  /// Play what is for fills, or no longer.
  case fill(Bool)
  /// Click so from the next planned frame on, and count in so the next time.
  case metronome(Metronome)
  /// Let a message leave by `out` at once.
  case send(ShortMessage)
  /// Strike a drum as a pad would; it is recorded where the hand struck.
  case hit(Drum, Velocity, GestureTime = .now)
  /// Report every control and note instead of playing it, or no longer.
  case learn(Bool)
  /// Let go of every drum held by hand: the device that held them has gone, with its note-offs.
  case releaseHeld
  /// Silence everything at once and send the note-offs of what sounds.
  case panic
  /// Stop, and send the note-offs of exactly what sounds: the last message before the end.
  case finish
}

/// A retained program on its way to or from the audio thread.
///
/// Sendable because exactly one side owns the retain at any time.
public struct ProgramReference: BitwiseCopyable, Sendable {
  /// The retained object, bound to bytes that are not read.
  private let program: SharedPointer<UInt8>
  private let shared: SharedPointer<CompiledProgram>

  /// What the audio thread reads.
  var image: UnsafePointer<CompiledProgram> {
    @_noLocks get { unsafe UnsafePointer(shared.address) }
  }

  init(retaining program: Program) {
    let retained = unsafe Unmanaged.passRetained(program).toOpaque()
    self.program = unsafe SharedPointer(retained.assumingMemoryBound(to: UInt8.self))
    shared = unsafe SharedPointer(UnsafeMutablePointer(mutating: program.image))
  }

  func release() {
    unsafe Unmanaged<Program>.fromOpaque(program.address).release()
  }
}
