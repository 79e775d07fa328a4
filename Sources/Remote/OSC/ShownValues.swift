import OSC

/// The values that listeners were sent last.
struct ShownValues: Sendable {
  private(set) var values: [OSCAddress: [OSCArgument]] = [:]

  /// Those of `next` that listeners do not have yet; from now on they do.
  mutating func difference(to next: [OSCAddress: [OSCArgument]]) -> [OSCAddress: [OSCArgument]] {
    defer { values = next }
    return next.filter { values[$0.key] != $0.value }
  }

  /// Listeners are to be sent everything.
  mutating func forget() { values = [:] }
}
