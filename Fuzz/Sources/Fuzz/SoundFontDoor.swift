import FluidSynthesizer
import Foundation
import MusicalTime
import Playback
import Rhythm

/// A file in memory that is a SoundFont, or not.
enum SoundFontDoor {
  /// Its path; the file is gone with the process.
  static let path: String = {
    var name = Array("/dev/shm/ghostnote-fuzz-XXXXXX".utf8CString)
    let file = unsafe mkstemp(&name)
    guard file >= 0 else {
      fatalError("no file in memory: \(unsafe String(cString: strerror(errno)))")
    }
    _ = unsafe unlink(name)
    return "/proc/self/fd/\(file)"
  }()

  static func look(_ bytes: [UInt8]) { _ = file(of: bytes) }

  static func play(_ bytes: [UInt8]) {
    guard let file = file(of: bytes), let program = file.drumPresets.first?.program,
      let kit = try? Kit(file: file, program: program, sampleRate: .standard)
    else { return }
    let synthesizer = DrumSynthesizer(sampleRate: .standard, outputPairs: 1)
    var rack = synthesizer.rack
    var renderer = synthesizer.renderer
    _ = rack.install(kit)
    let frames = 512
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frames)
    unsafe samples.initialize(repeating: 0, count: 2 * frames)
    var outputs = unsafe [samples, samples + frames]
    defer { unsafe samples.deallocate() }
    let hits = [Drum.kick, .snare, .closedHat, .crash].enumerated().map { index, drum in
      SoundEvent(offset: Int32(32 * index), kind: .hit, drum: drum, value: 100)
    }
    for round in 0..<8 {
      let events = round < 2 ? hits : []
      unsafe events.withUnsafeBufferPointer { events in
        unsafe outputs.withUnsafeMutableBufferPointer { outputs in
          guard let base = outputs.baseAddress else { return }
          unsafe renderer.render(events: events, frames: frames, outputs: base)
        }
      }
    }
    _ = rack.collect()
  }

  private static func file(of bytes: [UInt8]) -> SoundFontFile? {
    guard (try? Data(bytes).write(to: URL(fileURLWithPath: path))) != nil else { return nil }
    return try? SoundFontFile(path: path)
  }
}
