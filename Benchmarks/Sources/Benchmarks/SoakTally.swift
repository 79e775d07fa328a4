/// What a soak counted.
struct SoakTally: Sendable {
  var phases = 0
  var ticks = 0
  var slippedLeading = 0
  var slippedFollowing = 0
  var notes = 0
  var stuck = 0
  var strayNotes = 0
  var strayClocks = 0
  /// Listeners that came and went, that held a note at rest, and that counted other ticks than we.
  var listeners = 0
  var stuckListeners = 0
  var slippedListeners = 0
  /// Pads that came and went, and clients that returned and were not connected again.
  var pads = 0
  var forgotten = 0
  /// Deaths of the server, cycles that it lost, and blocks that a driver without the turn made.
  var deaths = 0
  var lostCycles = 0
  var refusedBlocks = 0
  var droppedCues: Int64 = 0
  var droppedHits: Int64 = 0
  var droppedMessages: Int64 = 0
  var starvedBars: Int64 = 0
  var lines = 0
  var refused = 0
  /// Memory at rest: the most of each quarter of an hour.
  var quarters: [SoakMemory] = []

  /// The most resident memory in MB that a rest after the settling time has above one within it, and
  /// the same of the heap that is in use; nil where there was no rest after it.
  var growth: (resident: Double, heap: Double)? {
    guard let first = quarters.first, quarters.count > 1 else { return nil }
    let later = quarters.dropFirst()
    return (
      (later.map(\.resident).max() ?? 0) - first.resident,
      (later.map(\.heap).max() ?? 0) - first.heap
    )
  }
}
