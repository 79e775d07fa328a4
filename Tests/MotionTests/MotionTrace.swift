import Foundation
import MusicalTime

@testable import Motion

/// A player's samples, and the strokes that were meant (Traces/make.py).
struct MotionTrace: Decodable {
  let player: String
  let rate: Int
  let soft: [Double]
  let loud: [Double]
  /// Milliseconds, and how strong, of each stroke after the calibration.
  let strokes: [[Double]]
  private let samples: [[Double]]

  static let players = ["arm", "wrist", "knee", "soft", "dancer"]
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Traces")

  init(_ player: String, rate: Int) throws {
    let file = Self.folder.appending(path: "\(player)-\(rate).json")
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
  }

  var motion: [MotionSample] {
    samples.map {
      MotionSample(time: Self.time($0[0]), acceleration: Acceleration($0[1], $0[2], $0[3]))
    }
  }

  static func time(_ milliseconds: Double) -> HostTime {
    HostTime(nanoseconds: Int64((milliseconds * 1e6).rounded()))
  }

  var calibration: StrokeCalibration? {
    StrokeCalibration(
      motion, soft: Self.time(soft[0])...Self.time(soft[1]),
      loud: Self.time(loud[0])...Self.time(loud[1]))
  }

  /// What the detector finds: milliseconds and strength.
  func found(_ calibration: StrokeCalibration, isEager: Bool = false) -> [[Double]] {
    var detector = StrokeDetector(calibration, isEager: isEager)
    return motion.compactMap { detector.take($0) }.map {
      [Double($0.time.nanoseconds) / 1e6, $0.strength]
    }
  }

  /// What of `found` is missing, what is too many, and how far off the others are in milliseconds.
  func judge(_ found: [[Double]]) -> (missed: Int, doubled: Int, errors: [Double]) {
    let (first, last) = (strokes[0][0] - 200, strokes[strokes.count - 1][0] + 300)
    var left = found.map { $0[0] }.filter { (first...last).contains($0) }
    let count = left.count
    var errors: [Double] = []
    for stroke in strokes {
      guard let nearest = left.min(by: { abs($0 - stroke[0]) < abs($1 - stroke[0]) }),
        abs(nearest - stroke[0]) <= 60
      else { continue }
      errors.append(nearest - stroke[0])
      left.removeAll { $0 == nearest }
    }
    return (strokes.count - errors.count, count - errors.count, errors)
  }
}

/// What the page's detector found in the same traces (Traces/find.mjs).
struct PageStrokes: Decodable {
  struct Calibration: Decodable {
    let axis: [Double]
    let soft: Double
    let loud: Double
    let rise: Double
  }
  let calibration: Calibration
  let strokes: [[Double]]
  let eager: [[Double]]

  static func all() throws -> [String: PageStrokes] {
    let file = MotionTrace.folder.appending(path: "found.json")
    return try JSONDecoder().decode([String: PageStrokes].self, from: Data(contentsOf: file))
  }
}
