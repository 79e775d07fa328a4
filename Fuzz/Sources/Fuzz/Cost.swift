import Foundation
import Synchronization

/// `mallopt` of the C library, whose header Swift does not import, and two of its parameters.
@_silgen_name("mallopt")
private func tuneAllocator(_ parameter: CInt, _ value: CInt) -> CInt
private let returnsMemoryFrom: CInt = -1
private let allocatesByMappingFrom: CInt = -3

/// What inputs cost in processor time and memory; an input over a limit ends the process as a trap does.
///
/// Processor time, because by the clock a busy machine would be a finding. An input that takes none and
/// never ends is left to libFuzzer's own timeout.
enum Cost {
  /// The most processor time an input may take, in seconds.
  static let mostSeconds = 1.0
  /// The most memory an input of `count` bytes may add to the process.
  static func mostBytes(of count: Int) -> Int { 64 << 20 + 64 * count }
  /// The bytes of the files that were made of the input.
  private static let made = Atomic<Int>(0)
  /// Shorter inputs don't count in the time for each byte: what every input costs would hide theirs.
  private static let leastBytes = 64

  /// Begins to count. When the process ends in good order, it prints the worst costs and leaves the input
  /// that took longest in the file `slowest` where it runs.
  static func open() {
    // The same memory for each input: without this, most of the time goes to the kernel, which clears it.
    _ = tuneAllocator(allocatesByMappingFrom, 32 << 20)
    _ = tuneAllocator(returnsMemoryFrom, 512 << 20)
    _ = unsafe signal(SIGPROF) { _ in
      let words: StaticString = "an input takes over a second of processor time\n"
      _ = unsafe write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
      abort()
    }
    worst.withLock { $0.memory = residentPeak() }
    atexit { Cost.report() }
  }

  /// How much processor time this process may take in all, in seconds: as `GHOSTNOTE_SECONDS` says.
  ///
  /// By the clock, the minute of a door would be less on a busy machine.
  private static let budget =
    ProcessInfo.processInfo.environment["GHOSTNOTE_SECONDS"].flatMap { Double($0) } ?? .infinity

  /// Lets `take` take an input in; ends the process in good order once it has taken its time.
  static func count(_ bytes: [UInt8], _ take: ([UInt8]) -> Void) {
    let count = bytes.count
    let before = processorSeconds()
    limit(to: mostSeconds)
    made.store(0, ordering: .relaxed)
    take(bytes)
    limit(to: 0)
    let seconds = processorSeconds() - before
    let added = worst.withLock { $0.add(bytes, seconds, peak: residentPeak()) }
    let files = made.load(ordering: .relaxed)
    guard added <= mostBytes(of: count + files) else {
      fatalError("\(count) bytes, and \(files) of files made of them, took \(added >> 20) MiB of memory")
    }
    if before + seconds >= budget, !isOver.exchange(true, ordering: .relaxed) {
      // libFuzzer ends without what `atexit` was given.
      report()
      unsafe fflush(nil)
      raise(SIGUSR1)
    }
  }

  /// Files of `bytes` bytes were made of the input, which may take memory as an input of as many may: nine bytes are the
  /// seed of a patch that would be a file of many.
  static func made(_ bytes: Int) { made.add(bytes, ordering: .relaxed) }

  private static let isOver = Atomic<Bool>(false)

  private static let worst = Mutex(Worst())

  private static func report() {
    let worst = worst.withLock { $0 }
    print(worst.text)
    try? Data(worst.slowest.bytes).write(to: URL(fileURLWithPath: "slowest"))
  }

  private struct Worst {
    var slowest = (seconds: 0.0, bytes: [UInt8]())
    var slowestByte = (seconds: 0.0, count: 0)
    var largest = (added: 0, count: 0)
    /// The most memory that the process had so far.
    var memory = 0

    /// How much memory the process has more than it ever had.
    mutating func add(_ bytes: [UInt8], _ seconds: Double, peak: Int) -> Int {
      let count = bytes.count
      if seconds > slowest.seconds { slowest = (seconds, bytes) }
      if count >= leastBytes, seconds / Double(count) > slowestByte.seconds {
        slowestByte = (seconds / Double(count), count)
      }
      let added = peak - memory
      memory = max(memory, peak)
      // The empty input comes first, and takes what all need.
      if count > 0, added > largest.added { largest = (added, count) }
      return added
    }

    var text: String {
      let milliseconds = String(format: "%.1f", slowest.seconds * 1_000)
      let microseconds = String(format: "%.2f", slowestByte.seconds * 1_000_000)
      return "worst: \(milliseconds) ms for \(slowest.bytes.count) bytes, "
        + "\(microseconds) µs a byte for \(slowestByte.count), "
        + "\(largest.added >> 10) KiB of memory for \(largest.count)"
    }
  }

  /// Ends the process after so much processor time; 0 lets it be.
  private static func limit(to seconds: Double) {
    var timer = itimerval()
    timer.it_value.tv_sec = Int(seconds)
    timer.it_value.tv_usec = Int((seconds - seconds.rounded(.down)) * 1_000_000)
    _ = unsafe setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }

  /// The most memory that the process ever had, in bytes.
  private static func residentPeak() -> Int {
    var usage = rusage()
    _ = unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_maxrss << 10
  }
}
