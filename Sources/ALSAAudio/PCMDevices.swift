internal import ALSAGate
internal import CALSA

/// The sound cards of this machine.
public enum PCMDevices {
  /// A playback device of a card.
  public struct Entry: Sendable, Hashable {
    /// The name to open it with, such as "hw:0,0".
    public var device: String
    /// The card's display name.
    public var cardName: String
    /// The device's display name.
    public var name: String
  }

  /// All playback devices of all cards. The corresponding C function is `snd_card_next`.
  public static func list() -> [Entry] {
    muteALSA()
    var found: [Entry] = []
    var card: Int32 = -1
    while unsafe snd_card_next(&card) == 0, card >= 0 { found += playbackDevices(ofCard: card) }
    return found
  }

  /// Whether a device can be played on.
  public enum Playback: Sendable, Hashable {
    case ready
    /// It cannot be opened, as where it is in use or there is none of that name: `PCMOutput` says why.
    case closed
    /// No card for playback is there, or the device leads nowhere (the null plugin).
    case absent
  }

  /// Whether `device` can be opened and a card for playback exists.
  ///
  /// The default device may exist but lead nowhere, or exist without any card: so both are checked.
  public static func playback(on device: String = "default") -> Playback {
    guard !list().isEmpty else { return .absent }
    var opened: OpaquePointer?
    guard
      unsafe snd_pcm_open(&opened, device, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK)) == 0
    else { return .closed }
    defer { _ = unsafe snd_pcm_close(opened) }
    return unsafe snd_pcm_type(opened) == SND_PCM_TYPE_NULL ? .absent : .ready
  }

  /// Whether `device` is ready for playback.
  public static func hasPlayback(device: String = "default") -> Bool {
    playback(on: device) == .ready
  }

  private static func playbackDevices(ofCard card: Int32) -> [Entry] {
    var control: OpaquePointer?
    guard unsafe snd_ctl_open(&control, "hw:\(card)", Int32(SND_CTL_NONBLOCK)) == 0 else {
      return []
    }
    defer { _ = unsafe snd_ctl_close(control) }
    var info: OpaquePointer?
    guard unsafe snd_pcm_info_malloc(&info) == 0 else { return [] }
    defer { unsafe snd_pcm_info_free(info) }
    var found: [Entry] = []
    var device: Int32 = -1
    while unsafe snd_ctl_pcm_next_device(control, &device) == 0, device >= 0 {
      unsafe snd_pcm_info_set_device(info, UInt32(device))
      unsafe snd_pcm_info_set_subdevice(info, 0)
      unsafe snd_pcm_info_set_stream(info, SND_PCM_STREAM_PLAYBACK)
      guard unsafe snd_ctl_pcm_info(control, info) == 0 else { continue }
      found.append(
        Entry(
          device: "hw:\(card),\(device)", cardName: name(ofCard: card),
          name: unsafe String(cString: snd_pcm_info_get_name(info))))
    }
    return found
  }

  private static func name(ofCard card: Int32) -> String {
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe snd_card_get_name(card, &text) == 0, let text = unsafe text else {
      return "card \(card)"
    }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}
