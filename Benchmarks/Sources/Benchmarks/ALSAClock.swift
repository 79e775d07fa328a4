import Foundation

/// Our clock on the ALSA sequencer compared with a bare C program's, both in a machine with virtual
/// time.
enum ALSAClock {
  static func measure() throws -> [Figure] {
    // Idle time is skipped, so other load on this machine has no influence; waiting for the disk
    // would.
    let warm = try files().flatMap { ["--warm", $0] }
    let text = try run(
      "Tests/with-alsa",
      ["--icount=shift=0,sleep=off", "--timeout", "900"] + warm + [
        "--", "Benchmarks/Peers/alsa-clocks",
      ]
    ).text
    let parts = text.components(separatedBy: "== ")
    guard let ours = parts.first(where: { $0.hasPrefix("ghostnote") }).map(Report.init),
      let peer = parts.first(where: { $0.hasPrefix("alsa_clock") }).map(Report.init)
    else { throw Failure(String(text.suffix(400))) }
    return try [("std", "std"), ("max-abs", "largest")].map { key, name in
      let mine = try ours.number(key)
      let theirs = try peer.number(key)
      return Figure(
        what: "clock on ALSA in virtual time, 120 bpm, \(Int(try ours.number("clocks"))) ticks: "
          + "\(name) deviation, µs",
        bar: "≤ 1.10 × C", ours: mine.digits(1), peer: theirs.digits(1), ratio: mine / theirs,
        passes: mine <= 1.1 * theirs)
    }
  }

  /// The files that the daemon, the peer and the judge read.
  private static func files() throws -> [String] {
    let libraries = try run("/usr/bin/ldd", [Places.ghostnote]).text.split {
      $0 == " " || $0 == "\n"
    }
    return [Places.ghostnote, ".build/judges", ".build/peers", Places.soundFont]
      + libraries.filter { $0.hasPrefix("/") && $0.contains(".so") }.map {
        URL(filePath: String($0)).resolvingSymlinksInPath().path
      }
  }
}
