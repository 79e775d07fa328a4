extension DrumSoundFont {
  /// The kit beside real ones, as `Benchmarks/Quality/judge-kit` measured it.
  static let comparison = """
    ## Beside real kits

    As `Benchmarks/Quality/judge-kit` measures it, with stock FluidSynth, beside the nine acoustic
    kits and General MIDI sets that Debian packages. A classifier that has heard the other kits
    names .74 of a kit's strokes right when the kit is real and .87 of ours (19 classes, all features);
    on features and kits that the sounds were not set by, .61 and .61. No drum is further from its class
    than 1.3 times a real kit's (median .77).

    Balance is in LUFS relative to the snare at full force. Shape is what velocity 30 to 127 (a real
    kit: softest to hardest recording) changes in the spectrum over time, in dB rms with the level
    removed, and how many octaves the spectrum's centre moves. Repeats are strokes of neighbouring
    velocities.

    | drum | balance | real, median [range] | shape dB / octaves | real | repeats dB |
    |---|---:|---:|---:|---:|---:|
    | kick (36) | -1.7 | -1.6 [-6.3, +1.6] | 3.4 / +0.23 | 4.5 / +0.52 | 3.4 |
    | snare (38) | +0.0 | +0.0 [+0.0, +0.0] | 2.6 / +0.35 | 4.9 / -0.19 | 2.0 |
    | side stick | -6.2 | -6.3 [-7.1, +1.7] | 4.1 / +0.75 | 5.5 / +0.06 | 3.2 |
    | low tom (41) | -0.1 | -1.8 [-5.8, +3.3] | 4.4 / +0.37 | 4.8 / +0.42 | 2.7 |
    | high tom (48) | -0.6 | +0.3 [-2.3, +6.6] | 4.3 / +0.33 | 5.7 / +0.56 | 2.9 |
    | closed hi-hat | -8.0 | -7.1 [-14.7, +4.3] | 6.1 / +0.49 | 8.4 / -0.03 | 3.2 |
    | pedal hi-hat | -9.2 | -10.1 [-17.1, +0.1] | 2.5 / -0.17 | 3.8 / -0.37 | 2.0 |
    | open hi-hat | -3.8 | +0.1 [-12.3, +6.7] | 4.7 / +1.10 | 7.4 / -0.07 | 2.1 |
    | crash (49) | -2.0 | -0.2 [-6.7, +12.1] | 6.2 / +0.91 | 7.1 / +1.08 | 1.9 |
    | ride (51) | -8.3 | -9.4 [-17.5, +9.6] | 3.6 / +0.22 | 6.2 / -0.14 | 2.0 |
    | ride bell | -4.4 | -2.3 [-15.8, +0.8] | 3.3 / +0.03 | 5.2 / +0.16 | 2.1 |
    | china | -1.9 | -0.5 [-2.0, +6.3] | 3.5 / +0.37 | 5.3 / +0.59 | 2.0 |
    | splash | -0.7 | +4.0 [+2.2, +7.8] | 5.5 / +1.02 | 7.3 / +1.36 | 2.3 |
    | tambourine | -3.4 | -2.6 [-2.7, +2.8] | 3.1 / +0.08 | 3.4 / -0.09 | 2.0 |
    | cowbell | -5.8 | -4.9 [-5.2, -3.3] | 3.8 / +0.25 | – / – | 2.3 |
    | bongo | -6.2 | -8.9 [-11.1, -6.7] | 3.4 / +0.19 | – / – | 3.2 |

    """
}
