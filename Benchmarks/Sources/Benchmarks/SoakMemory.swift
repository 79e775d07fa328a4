import Foundation

/// What this process holds of memory, in MB.
struct SoakMemory: Sendable {
  /// Pages that are there.
  var resident = 0.0
  /// What was allocated and not freed.
  var heap = 0.0

  /// How it stands now.
  static func now() throws -> SoakMemory {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    return SoakMemory(
      resident: try Report(text).number("VmRSS:") * 1_024 / 1_000_000, heap: try heap() / 1e6)
  }

  /// The larger of each.
  func most(_ other: SoakMemory) -> SoakMemory {
    SoakMemory(resident: max(resident, other.resident), heap: max(heap, other.heap))
  }

  /// Bytes in use, as glibc's `malloc_info` counts them: all it has less what is free.
  private static func heap() throws -> Double {
    typealias Call = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    guard let symbol = unsafe dlsym(nil, "malloc_info") else {
      throw Failure("no malloc_info here: glibc has it")
    }
    let call = unsafe unsafeBitCast(symbol, to: Call.self)
    var text: UnsafeMutablePointer<CChar>?
    var length = 0
    guard let stream = unsafe open_memstream(&text, &length) else {
      throw Failure("no memory stream")
    }
    _ = unsafe call(0, stream)
    unsafe fclose(stream)
    defer { unsafe free(text) }
    guard let text = unsafe text else { throw Failure("malloc_info says nothing") }
    let words = unsafe String(cString: text)
    return try size("<system type=\"current\"", in: words) - size("<total type=\"fast\"", in: words)
      - size("<total type=\"rest\"", in: words) + size("<total type=\"mmap\"", in: words)
  }

  /// The size in the last element that begins so: that of all arenas together.
  private static func size(_ element: String, in text: String) throws -> Double {
    guard let place = text.range(of: element, options: .backwards),
      let start = text.range(of: "size=\"", range: place.upperBound..<text.endIndex),
      let number = Double(text[start.upperBound...].prefix { $0.isNumber })
    else { throw Failure("malloc_info has no \(element)") }
    return number
  }
}
