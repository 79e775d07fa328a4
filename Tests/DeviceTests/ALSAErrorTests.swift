import ALSAGate
import Testing

@Suite struct ALSAErrorTests {
  @Test func `a card that takes no such format is advised to be opened with conversion`() {
    let error = ALSAError(
      function: "snd_pcm_hw_params_set_channels", subject: "hw:1,0, 2", code: -22,
      reason: "Invalid argument")
    #expect(
      error.description
        == "snd_pcm_hw_params_set_channels hw:1,0, 2: Invalid argument; "
        + "the card itself takes no such format: plughw:1,0 has ALSA convert")
    let other = ALSAError(
      function: "snd_pcm_hw_params_set_channels", subject: "plughw:1,0, 2", code: -22,
      reason: "Invalid argument")
    #expect(other.advice == nil)
  }
}
