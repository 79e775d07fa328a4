internal import CALSA

/// Runs one C call and turns a negative result into an error; the one way into alsa-lib.
///
/// `function` is the C function's name and `subject` what it is asked for.
@discardableResult public func alsa(
  _ function: String, _ subject: @autoclosure () -> String = "", _ call: () -> Int32
) throws(ALSAError) -> Int32 {
  let result = call()
  guard result < 0 else { return result }
  throw ALSAError(
    function: function, subject: subject(), code: result, reason: reason(ofCode: result))
}

/// ALSA's words for a negative result. The corresponding C function is `snd_strerror`.
private func reason(ofCode code: Int32) -> String {
  guard let text = unsafe snd_strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}

/// Keeps alsa-lib from printing on stderr what our errors say better.
///
/// The corresponding C function is `snd_lib_error_set_handler`.
public func muteALSA() { ghostnote_alsa_mute() }
