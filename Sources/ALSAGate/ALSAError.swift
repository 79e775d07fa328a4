/// An error from ALSA, with its reason and a remedy.
public struct ALSAError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The C function that failed.
  public let function: String
  /// The device or port concerned; empty if not applicable.
  public let subject: String
  /// The negative result: −errno.
  public let code: Int32
  /// ALSA's description of `code`.
  public let reason: String

  /// An error of `function`.
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

  /// What to do next, if known.
  public var advice: String? {
    switch (isAboutSequencer, -code) {
    case (true, Errno.noEntry), (true, Errno.noDevice), (true, Errno.noDeviceOrAddress):
      "/dev/snd/seq does not exist: load the sequencer with `sudo modprobe snd-seq`"
    case (true, Errno.access), (true, Errno.notPermitted):
      "no permission for /dev/snd/seq: `sudo usermod -aG audio $USER`, then log in again"
    case (false, Errno.noEntry), (false, Errno.noDevice), (false, Errno.noDeviceOrAddress):
      "no such sound device: `aplay -L` lists the available ones"
    case (false, Errno.access), (false, Errno.notPermitted):
      "no permission for the sound device: `sudo usermod -aG audio $USER`, then log in again"
    case (false, Errno.busy):
      "another program uses the sound device: stop it, or choose another with --alsa-device"
    case (false, Errno.invalid) where isAboutHardware:
      "the card does not support this format: with plug\(device) ALSA converts"
    case (true, Errno.noMemory):
      "the sequencer is full: it has 192 clients and 32 queues"
    default: nil
    }
  }

  /// The device's name, with which the subject begins.
  private var device: Substring {
    subject[..<(subject.firstRange(of: ", ")?.lowerBound ?? subject.endIndex)]
  }

  private var isAboutHardware: Bool {
    function.hasPrefix("snd_pcm_hw_params") && subject.hasPrefix("hw:")
  }

  private var isAboutSequencer: Bool { function.hasPrefix("snd_seq") }
}

/// The Linux error numbers for which there is advice.
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
