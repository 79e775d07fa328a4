import Drummer
import Foundation
import RealTime

extension Doctor {
  static var realTimePriority: Finding {
    let wanted = ThreadPriority.audio
    // Requested like the audio thread does: neither being root nor the limit is sufficient to know.
    let given = ThreadPriority.trial(wanted) ?? 0
    return given >= wanted
      ? Finding(subject: "real-time priority", state: .good, found: "\(given), as wanted")
      : Finding(
        subject: "real-time priority", state: .fair,
        found: given > 0
          ? "\(given) at most; \(wanted) is wanted" : "none; \(wanted) is wanted",
        remedy: "add '@audio - rtprio 95' to /etc/security/limits.d/audio.conf, then log in again")
  }

  static var lockedMemory: Finding {
    let limit = MemoryLock.limit
    return MemoryLock.isPermitted(limit: limit, isPrivileged: geteuid() == 0)
      ? Finding(subject: "locked memory", state: .good, found: said(limit))
      : Finding(
        subject: "locked memory", state: .fair,
        found: "up to \(limit) bytes; without a limit Ghostnote locks all of its memory",
        remedy:
          "add '@audio - memlock unlimited' to /etc/security/limits.d/audio.conf, then log in again"
      )
  }

  /// The processor's frequency scaling: a frequency lowered in every pause rises too late for a
  /// block.
  static var processorClock: Finding {
    let path = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
    let subject = "processor clock"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      return Finding(subject: subject, state: .good, found: "no frequency scaling")
    }
    let governor = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let driver = try? String(
      contentsOfFile: "/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver", encoding: .utf8)
    // These two react immediately with any governor.
    let isQuick = driver?.contains("pstate") == true
    guard !isQuick, ["powersave", "ondemand", "conservative"].contains(governor) else {
      return Finding(subject: subject, state: .good, found: "governor \(governor)")
    }
    return Finding(
      subject: subject, state: .fair,
      found: "governor \(governor): short loads may cause xruns",
      remedy: "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor")
  }

  /// Which vectors the drummer's network is computed with.
  static var networkLoops: Finding {
    Finding(
      subject: "drummer's vectors", state: .good,
      found: "\(NetworkLoops.name), of \(NetworkLoops.runnable.joined(separator: ", "))")
  }

  /// The timer used by ALSA queues.
  static var timer: Finding {
    let subject = "timer resolution"
    let timers = (try? String(contentsOfFile: "/proc/asound/timers", encoding: .utf8)) ?? ""
    if timers.contains("HR timer") || timers.contains("hrtimer") {
      return Finding(subject: subject, state: .good, found: "ALSA has its high-resolution timer")
    }
    guard !timers.isEmpty else {
      return Finding(
        subject: subject, state: .fair, found: "ALSA's timers cannot be read",
        remedy: "without ALSA, JACK keeps the time; otherwise: sudo modprobe snd-hrtimer")
    }
    return Finding(
      subject: subject, state: .fair, found: "ALSA has only the system timer: clock out jitters",
      remedy: "sudo modprobe snd-hrtimer, and add it to /etc/modules")
  }

  private static func said(_ limit: UInt64) -> String {
    if limit > UInt64(Int64.max) { return "unlimited" }
    return geteuid() == 0 ? "root is not limited" : "up to \(limit) bytes"
  }
}
