import RealTime
import Sequencing

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
