internal import CALSA

/// Runs a C call and turns a negative result into an error; all calls into alsa-lib use it.
///
/// `function` is the C function's name and `subject` the device or port concerned.
@discardableResult public func alsa(
  _ function: String, _ subject: @autoclosure () -> String = "", _ call: () -> Int32
) throws(ALSAError) -> Int32 {
  let result = call()
  guard result < 0 else { return result }
  throw ALSAError(
    function: function, subject: subject(), code: result, reason: reason(ofCode: result))
}

/// ALSA's description of a negative result. The corresponding C function is `snd_strerror`.
private func reason(ofCode code: Int32) -> String {
  guard let text = unsafe snd_strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}

/// Keeps alsa-lib from printing on stderr; our errors contain the same information.
///
/// The corresponding C function is `snd_lib_error_set_handler`.
public func muteALSA() { ghostnote_alsa_mute() }
