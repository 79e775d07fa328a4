/// A FluidSynth call that failed.
public struct FluidError: Error, Hashable, CustomStringConvertible {
  /// The C function's name.
  public let call: String

  /// One sentence.
  public var description: String { "FluidSynth refused \(call)" }
}

/// Calls FluidSynth off the audio thread: a negative result becomes an error.
@discardableResult
func fluid(_ call: String, _ body: () -> Int32) throws(FluidError) -> Int32 {
  let result = body()
  guard result >= 0 else { throw FluidError(call: call) }
  return result
}

/// The same for calls that return a pointer: null becomes an error.
func fluid(_ call: String, _ body: () -> OpaquePointer?) throws(FluidError) -> OpaquePointer {
  guard let result = unsafe body() else { throw FluidError(call: call) }
  return unsafe result
}
