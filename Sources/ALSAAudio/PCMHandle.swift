internal import ALSAGate
internal import CALSA
internal import MusicalTime

/// An open playback device, closed with its owner.
///
/// Safe because only its own methods use the pointer. Thread-safe: no.
@safe struct PCMHandle: ~Copyable {
  let pointer: OpaquePointer
  private(set) var format = SampleFormat.float
  private(set) var rate: UInt32 = 0
  private(set) var period: snd_pcm_uframes_t = 0

  private init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  deinit { unsafe snd_pcm_close(pointer) }

  /// Opens and configures the device: stereo, interleaved, 32-bit float or else 32, 24 or 16 bits.
  ///
  /// The corresponding C functions are `snd_pcm_open`, `snd_pcm_hw_params` and `…_sw_params`.
  static func open(_ configuration: PCMConfiguration) throws(ALSAError) -> PCMHandle {
    muteALSA()
    var opened: OpaquePointer?
    let device = configuration.device
    try alsa("snd_pcm_open", device) {
      unsafe snd_pcm_open(&opened, device, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
    }
    guard let pointer = unsafe opened else {
      throw ALSAError(
        function: "snd_pcm_open", subject: device, code: -19, reason: "no device handle")
    }
    var handle = unsafe PCMHandle(pointer)
    let buffer = try handle.setHardware(configuration)
    try handle.setSoftware(startAt: buffer)
    return handle
  }

  private mutating func setHardware(
    _ configuration: PCMConfiguration
  ) throws(ALSAError) -> snd_pcm_uframes_t {
    let (pointer, device) = unsafe (pointer, configuration.device)
    var parameters: OpaquePointer?
    try alsa("snd_pcm_hw_params_malloc") { unsafe snd_pcm_hw_params_malloc(&parameters) }
    defer { unsafe snd_pcm_hw_params_free(parameters) }
    try alsa("snd_pcm_hw_params_any", device) {
      unsafe snd_pcm_hw_params_any(pointer, parameters)
    }
    try alsa("snd_pcm_hw_params_set_access", device) {
      unsafe snd_pcm_hw_params_set_access(pointer, parameters, SND_PCM_ACCESS_RW_INTERLEAVED)
    }
    format =
      SampleFormat.allCases.first {
        unsafe snd_pcm_hw_params_test_format(pointer, parameters, $0.code) == 0
      } ?? .int16
    try alsa("snd_pcm_hw_params_set_format", device) { [format] in
      unsafe snd_pcm_hw_params_set_format(pointer, parameters, format.code)
    }
    try alsa("snd_pcm_hw_params_set_channels", "\(device), 2") {
      unsafe snd_pcm_hw_params_set_channels(pointer, parameters, 2)
    }
    var rate = UInt32(configuration.rate.hertz)
    try alsa("snd_pcm_hw_params_set_rate_near", "\(device), \(rate) Hz") {
      unsafe snd_pcm_hw_params_set_rate_near(pointer, parameters, &rate, nil)
    }
    var period = snd_pcm_uframes_t(configuration.period)
    try alsa("snd_pcm_hw_params_set_period_size_near", "\(device), \(period) frames") {
      unsafe snd_pcm_hw_params_set_period_size_near(pointer, parameters, &period, nil)
    }
    var buffer = period * snd_pcm_uframes_t(configuration.periods)
    try alsa("snd_pcm_hw_params_set_buffer_size_near", "\(device), \(buffer) frames") {
      unsafe snd_pcm_hw_params_set_buffer_size_near(pointer, parameters, &buffer)
    }
    try alsa("snd_pcm_hw_params", device) { unsafe snd_pcm_hw_params(pointer, parameters) }
    (self.rate, self.period) = (rate, period)
    return buffer - buffer % period
  }

  private func setSoftware(startAt buffer: snd_pcm_uframes_t) throws(ALSAError) {
    var parameters: OpaquePointer?
    try alsa("snd_pcm_sw_params_malloc") { unsafe snd_pcm_sw_params_malloc(&parameters) }
    defer { unsafe snd_pcm_sw_params_free(parameters) }
    try alsa("snd_pcm_sw_params_current") {
      unsafe snd_pcm_sw_params_current(pointer, parameters)
    }
    try alsa("snd_pcm_sw_params_set_start_threshold") {
      unsafe snd_pcm_sw_params_set_start_threshold(pointer, parameters, buffer)
    }
    try alsa("snd_pcm_sw_params_set_avail_min") {
      unsafe snd_pcm_sw_params_set_avail_min(pointer, parameters, period)
    }
    try alsa("snd_pcm_sw_params") { unsafe snd_pcm_sw_params(pointer, parameters) }
  }

  /// Frames that can be written, or the negative error. Real-time: yes.
  var available: Int { @_noLocks get { unsafe Int(snd_pcm_avail_update(pointer)) } }

  /// Frames until one written now is heard, and the free space in `room`; 0, with `room` unchanged,
  /// if the device does not report it. Real-time: yes. The corresponding C function is
  /// `snd_pcm_avail_delay`.
  @_noLocks func delay(room: inout Int) -> Int {
    var available: snd_pcm_sframes_t = 0
    var delay: snd_pcm_sframes_t = 0
    guard unsafe snd_pcm_avail_delay(pointer, &available, &delay) == 0 else { return 0 }
    room = max(room, Int(available))
    return max(0, Int(delay))
  }

  /// Whether the device is playing. Real-time: yes.
  var isRunning: Bool {
    @_noLocks get { unsafe snd_pcm_state(pointer) == SND_PCM_STATE_RUNNING }
  }

  /// Recovers the device from an underrun or a suspension; negative on failure.
  func recover(from error: Int) -> Int32 {
    unsafe snd_pcm_recover(pointer, Int32(truncatingIfNeeded: error), 1)
  }
}
