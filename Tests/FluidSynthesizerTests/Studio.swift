import FluidSynthesizer
import Foundation
import MusicalTime
import Playback
import Rhythm

/// A synthesizer with both halves, and its output.
final class Studio {
  var rack: KitRack
  var renderer: Renderer?
  let outputPairs: Int
  let separatesDrums: Bool
  var tempo = Tempo.standard

  /// `font` installed at 48 kHz; nil starts without a kit.
  init(
    _ font: TinySoundFont? = .constant, outputPairs: Int = 1, separatesDrums: Bool = false
  ) throws {
    self.outputPairs = outputPairs
    self.separatesDrums = separatesDrums
    let synthesizer = DrumSynthesizer(sampleRate: .standard, outputPairs: outputPairs)
    rack = synthesizer.rack
    renderer = .some(synthesizer.renderer)
    if let font { try install(font) }
  }

  @discardableResult func install(
    _ font: TinySoundFont, program: UInt8? = nil
  ) throws -> Bool {
    rack.install(
      try Self.kit(
        font, program: program, outputPairs: outputPairs, separatesDrums: separatesDrums))
  }

  /// Installs a kit; false where it does not fit or is installed elsewhere.
  func install(_ kit: Kit) -> Bool { rack.install(kit) }

  static func kit(
    _ font: TinySoundFont, program: UInt8? = nil, outputPairs: Int = 1,
    separatesDrums: Bool = false
  ) throws -> Kit {
    let path = try font.write()
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try Kit(
      file: SoundFontFile(path: path), program: program, sampleRate: .standard,
      outputPairs: outputPairs, separatesDrums: separatesDrums)
  }

  /// Renders one block and returns its outputs, left and right of each pair.
  func play(_ events: [SoundEvent] = [], frames: Int) -> [[Float]] {
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(
      capacity: 2 * outputPairs)
    for output in 0..<2 * outputPairs {
      unsafe (pointers + output).initialize(to: .allocate(capacity: max(1, frames)))
      // Previous contents must be overwritten.
      unsafe pointers[output].initialize(repeating: 9, count: max(1, frames))
    }
    defer {
      for output in 0..<2 * outputPairs { unsafe pointers[output].deallocate() }
      unsafe pointers.deallocate()
    }
    unsafe events.withUnsafeBufferPointer {
      unsafe renderer?.render(events: $0, frames: frames, outputs: pointers, tempo: tempo)
    }
    return (0..<2 * outputPairs).map {
      unsafe Array(UnsafeBufferPointer(start: pointers[$0], count: frames))
    }
  }

  /// The left output of one block.
  func left(_ events: [SoundEvent] = [], frames: Int) -> [Float] {
    play(events, frames: frames)[0]
  }

  func set(_ change: (inout SoundSettings) -> Void) {
    var settings = rack.settings
    change(&settings)
    rack.apply(settings)
  }
}

extension Drum {
  static let kick = Drum(clampingIndex: 1)
  static let snare = Drum(clampingIndex: 3)
  static let closedHat = Drum(clampingIndex: 7)
  static let openHat = Drum(clampingIndex: 11)
}

extension SoundEvent {
  static func hit(
    _ drum: Drum = .snare, at offset: Int32 = 0, velocity: UInt8 = 127, decay: Float = 0,
    attack: Float = 0
  ) -> SoundEvent {
    SoundEvent(
      offset: offset, kind: .hit, drum: drum, value: velocity, decay: decay, attack: attack)
  }

  static func choke(_ drums: Drum..., at offset: Int32 = 0) -> SoundEvent {
    SoundEvent(offset: offset, kind: .choke, drums: DrumSet(drums))
  }

  static func controller(_ number: UInt8, _ value: UInt8, at offset: Int32 = 0) -> SoundEvent {
    SoundEvent(offset: offset, kind: .controller, value: value, number: number)
  }
}

extension Collection<Float> {
  /// The loudest sample's magnitude.
  var peak: Float { reduce(0) { Swift.max($0, abs($1)) } }

  /// The largest difference of one sample from the one before.
  var largestStep: Float { zip(dropFirst(), self).reduce(0) { Swift.max($0, abs($1.0 - $1.1)) } }

}

extension [Float] {
  /// The first frame that is not silent.
  var onset: Int? { firstIndex { abs($0) > 1e-6 } }
}

/// A level in dB.
func decibels(_ ratio: Float) -> Float { 20 * log10(ratio) }
