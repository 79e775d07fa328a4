/// Why ALSA refused something, and what a person can do about it.
public struct ALSAError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The C function that failed.
  public let function: String
  /// What it was asked for: a device or a port; empty where that says nothing.
  public let subject: String
  /// The negative result, an errno with its sign turned.
  public let code: Int32
  /// ALSA's words for `code`.
  public let reason: String

  public init(function: String, subject: String = "", code: Int32, reason: String) {
    self.function = function
    self.subject = subject
    self.code = code
    self.reason = reason
  }

  /// One sentence: what, where, why.
  public var description: String {
    let place = subject.isEmpty ? "" : " \(subject)"
    let advice = advice.map { "; \($0)" } ?? ""
    return "\(function)\(place): \(reason)\(advice)"
  }

  /// What to do next, where that is known.
  public var advice: String? {
    switch (isAboutSequencer, -code) {
    case (true, Errno.noEntry), (true, Errno.noDevice), (true, Errno.noDeviceOrAddress):
      "there is no /dev/snd/seq: load the sequencer with `sudo modprobe snd-seq`"
    case (true, Errno.access), (true, Errno.notPermitted):
      "/dev/snd/seq is closed to you: `sudo usermod -aG audio $USER`, then log in again"
    case (false, Errno.noEntry), (false, Errno.noDevice), (false, Errno.noDeviceOrAddress):
      "no such sound device: `aplay -L` lists those that are there"
    case (false, Errno.access), (false, Errno.notPermitted):
      "the sound device is closed to you: `sudo usermod -aG audio $USER`, then log in again"
    case (false, Errno.busy):
      "another program holds the sound device: stop it, or choose another with --alsa-device"
    case (false, Errno.invalid) where isAboutHardware:
      "the card itself takes no such format: plug\(device) has ALSA convert"
    case (true, Errno.noMemory):
      "the sequencer has no room left: it takes 192 clients and 32 queues"
    default: nil
    }
  }

  /// The device's name, which the subject begins with.
  private var device: Substring {
    subject[..<(subject.firstRange(of: ", ")?.lowerBound ?? subject.endIndex)]
  }

  private var isAboutHardware: Bool {
    function.hasPrefix("snd_pcm_hw_params") && subject.hasPrefix("hw:")
  }

  private var isAboutSequencer: Bool { function.hasPrefix("snd_seq") }
}

/// The numbers that Linux gives the errors we know a remedy for.
private enum Errno {
  static let notPermitted: Int32 = 1
  static let noEntry: Int32 = 2
  static let noDeviceOrAddress: Int32 = 6
  static let noMemory: Int32 = 12
  static let access: Int32 = 13
  static let busy: Int32 = 16
  static let noDevice: Int32 = 19
  static let invalid: Int32 = 22
}
