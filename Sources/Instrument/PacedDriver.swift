import Foundation
public import MusicalTime
import Playback
public import RealTime
import Synchronization

/// Drives the instrument without a sound device: blocks paced by `CLOCK_MONOTONIC`, discarded or
/// written to a WAV file.
public final class PacedDriver: Sendable {
  private let isStopped = Atomic<Bool>(false)
  private let hasEnded = DispatchSemaphore(value: 0)
  /// Nil once the thread has taken the file.
  private let recording: Mutex<WAVFile?>
  private let standing = ThreadStanding()
  private let failed: @Sendable (FileError) -> Void
  private let renamed: @Sendable (_ path: String) -> Void

  /// Starts a thread that processes blocks of `period` frames while this driver is active. Where the system has no
  /// thread left nothing is processed.
  ///
  /// - Parameters:
  ///   - recording: the file for the output; finished when the driver stops.
  ///   - failed: called once, on the driver's thread, if writing fails.
  ///   - renamed: called at the end, on the driver's thread, with the path of the file if that is not the one it
  ///     had at the start.
  public init(
    _ instrument: Instrument, sampleRate: SampleRate, period: Int,
    recording: sending WAVFile? = nil, failed: @escaping @Sendable (FileError) -> Void = { _ in },
    renamed: @escaping @Sendable (_ path: String) -> Void = { _ in }
  ) {
    self.failed = failed
    self.renamed = renamed
    self.recording = Mutex(recording)
    let hasBegun = NamedThread.start("ghostnote-pace") { [self] in
      ThreadPriority.blockSignals()
      standing.set(ThreadPriority.take(ThreadPriority.pace))
      run(instrument, sampleRate, period)
      hasEnded.signal()
    }
    // For `stop`.
    if !hasBegun { hasEnded.signal() }
  }

  /// The priority its thread was given (it asks for `ThreadPriority.pace`).
  public var priority: ThreadStanding.Priority { standing.value }

  /// Stops after the current block; returns when the thread has ended.
  public func stop() {
    guard !isStopped.exchange(true, ordering: .relaxed) else { return }
    hasEnded.wait()
  }

  private func run(_ instrument: Instrument, _ sampleRate: SampleRate, _ period: Int) {
    var file = recording.withLock { $0.take() }
    let buffers = BlockBuffers(count: instrument.audio.outputCount, frames: period)
    var time = PacedTime(start: MonotonicClock.now(), sampleRate: sampleRate)
    while !isStopped.load(ordering: .relaxed) {
      if instrument.audio.begin(.paced) {
        buffers.connect(to: instrument.audio)
        instrument.audio.process(time.block(of: period))
        instrument.audio.end()
        do throws(FileError) { unsafe try file?.append(buffers.channels(frames: period)) } catch {
          failed(error)
          file = nil
        }
      }
      time.advance(frames: Int64(period), now: MonotonicClock.now())
      MonotonicClock.sleep(until: time.due)
    }
    guard let file else { return }
    let path = file.path
    do throws(FileError) { try file.finish() } catch { failed(error) }
    if file.path != path { renamed(file.path) }
  }
}

/// The host's clock.
enum MonotonicClock {
  /// The current time.
  static func now() -> HostTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return HostTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Returns at `moment`, or immediately if it has passed.
  static func sleep(until moment: HostTime) {
    var time = timespec(
      tv_sec: Int(moment.nanoseconds / 1_000_000_000),
      tv_nsec: Int(moment.nanoseconds % 1_000_000_000))
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
