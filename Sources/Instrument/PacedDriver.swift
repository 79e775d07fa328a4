import Foundation
public import MusicalTime
import Playback
public import RealTime
import Synchronization

/// Drives the instrument without a sound device: blocks paced by `CLOCK_MONOTONIC`, heard by nobody
/// or written to a WAV file as they pass.
public final class PacedDriver: Sendable {
  private let isStopped = Atomic<Bool>(false)
  private let hasEnded = DispatchSemaphore(value: 0)
  /// Empty once the thread has taken the file to itself.
  private let recording: Mutex<WAVFile?>
  private let standing = ThreadStanding()
  private let failed: @Sendable (FileError) -> Void

  /// Starts at once, in blocks of `period` frames; takes blocks only while it has the turn.
  ///
  /// - Parameters:
  ///   - recording: receives what is played; finished when the driver stops.
  ///   - failed: called once, on the driver's thread, when the recording can't go on.
  public init(
    _ instrument: Instrument, sampleRate: SampleRate, period: Int,
    recording: sending WAVFile? = nil, failed: @escaping @Sendable (FileError) -> Void = { _ in }
  ) {
    self.failed = failed
    self.recording = Mutex(recording)
    let thread = Thread { [self] in
      ThreadPriority.blockSignals()
      standing.set(ThreadPriority.take(ThreadPriority.pace))
      run(instrument, sampleRate, period)
      hasEnded.signal()
    }
    thread.name = "ghostnote-pace"
    thread.start()
  }

  /// What priority its thread was given of `ThreadPriority.pace`.
  public var priority: ThreadStanding.Priority { standing.value }

  /// Ends after the block in progress; returns when it has ended.
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
        instrument.audio.process(BlockTime(frames: period, began: time.due, heard: time.due))
        instrument.audio.end()
        do throws(FileError) { unsafe try file?.append(buffers.channels(frames: period)) } catch {
          failed(error)
          file = nil
        }
      }
      time.advance(frames: Int64(period), now: MonotonicClock.now())
      MonotonicClock.sleep(until: time.due)
    }
    do throws(FileError) { try file?.finish() } catch { failed(error) }
  }
}

/// The host's clock.
enum MonotonicClock {
  /// The moment it is.
  static func now() -> HostTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return HostTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Returns at `moment`, or at once when it is past.
  static func sleep(until moment: HostTime) {
    var time = timespec(
      tv_sec: Int(moment.nanoseconds / 1_000_000_000),
      tv_nsec: Int(moment.nanoseconds % 1_000_000_000))
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
