import Foundation
import Shell

/// Debian's `fluidsynth` program, as the judge of SoundFonts.
public enum StockFluidSynth {
  /// What it said, and how loud each key was.
  public struct Judgement: Sendable {
    /// Lines about warnings and errors.
    public var warnings: [String]
    /// The largest amplitude in the half second after each stroke, 0 to 1.
    public var peaks: [Double]
  }

  /// Strikes `keys` on channel 10, one a beat at 120 beats a minute, into a file in `folder`.
  public static func play(
    _ soundFont: String, keys: [UInt8], velocity: UInt8 = 100, in folder: String
  ) throws -> Judgement {
    let (midi, wav) = ("\(folder)/judge.mid", "\(folder)/judge.wav")
    try Data(strokes(keys, velocity)).write(to: URL(fileURLWithPath: midi))
    let words = [
      "-ni", "-g", "1", "-r", "44100", "-F", wav, "-T", "wav", "-O", "s16", soundFont, midi,
    ]
    let outcome = try ChildProcess.run("/usr/bin/fluidsynth", words, withErrors: true)
    let said = String(decoding: outcome.said, as: UTF8.self)
    let lines = said.split(separator: "\n").map(String.init)
    let sound = try [UInt8](Data(contentsOf: URL(fileURLWithPath: wav)))
    let peaks = keys.indices.map { peak(sound, from: $0 * 22_050, count: 22_050) }
    return Judgement(
      warnings: lines.filter { $0.contains("warning") || $0.contains("error") }, peaks: peaks)
  }

  private static func peak(_ wav: [UInt8], from start: Int, count: Int) -> Double {
    var best = 0
    for frame in start..<start + count {
      for side in 0..<2 {
        let place = 44 + 4 * frame + 2 * side
        guard place + 1 < wav.count else { return Double(best) / 32_768 }
        let sample = Int16(bitPattern: UInt16(wav[place]) | UInt16(wav[place + 1]) << 8)
        best = max(best, abs(Int(sample)))
      }
    }
    return Double(best) / 32_768
  }

  /// A MIDI file with a stroke on every beat, 96 ticks long.
  private static func strokes(_ keys: [UInt8], _ velocity: UInt8) -> [UInt8] {
    var track: [UInt8] = []
    for key in keys { track += [0, 0x99, key, velocity, 96, 0x89, key, 0] }
    track += [0x60, 0xFF, 0x2F, 0]
    let size = UInt32(track.count)
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + track
  }
}
