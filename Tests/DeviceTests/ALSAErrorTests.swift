import ALSAGate
import Testing

@Suite struct ALSAErrorTests {
  @Test func `an unsupported format leads to the advice to use ALSA's conversion`() {
    let error = ALSAError(
      function: "snd_pcm_hw_params_set_channels", subject: "hw:1,0, 2", code: -22,
      reason: "Invalid argument")
    #expect(
      error.description
        == "snd_pcm_hw_params_set_channels hw:1,0, 2: Invalid argument; "
        + "the card does not support this format: with plughw:1,0 ALSA converts")
    let other = ALSAError(
      function: "snd_pcm_hw_params_set_channels", subject: "plughw:1,0, 2", code: -22,
      reason: "Invalid argument")
    #expect(other.advice == nil)
  }
}
