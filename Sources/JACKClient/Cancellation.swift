import CJACK

/// Runs `body`, what one of our callbacks does, without the thread being cancelled in it.
///
/// libjack allows its threads to be cancelled at any instruction and cancels them when a client is closed, without
/// regard to where they are. A lock that such a thread held, also one of malloc's, would never be released: `Mutex`
/// ends the process when it meets the lock of a thread that is gone, and jack_client_close hangs (jack2 issue 395).
/// A cancellation that was asked for meanwhile takes effect at the end.
func withoutCancellation(_ body: () -> Void) {
  let before = ghostnote_jack_refuse_cancellation()
  body()
  ghostnote_jack_restore_cancellation(before)
}
