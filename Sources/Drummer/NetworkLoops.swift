import CVectors

/// The build of the network's loops that this process uses.
public enum NetworkLoops {
  /// "plain", "NEON", "AVX2" or "AVX-512": the fastest that the processor can run, or the one that
  /// the environment variable `GHOSTNOTE_VECTORS` names. The music is the same with each.
  public static var name: String { unsafe String(cString: vectors_in_use().pointee.name) }

  /// All that this processor can run, slowest first.
  public static var runnable: [String] {
    var names: [String] = []
    while let build = unsafe vectors_runnable(names.count) {
      names.append(unsafe String(cString: build.pointee.name))
    }
    return names
  }
}
