import Commands
import Foundation
import GhostnoteTesting
import Testing

/// What the drummer makes of a player beside it, through a JACK server.
///
/// Four players' grooves are played to it in turn. What it plays afterwards is compared with the
/// groove that it follows, and with the three others, which is chance.
///
/// A minute of playing each: `Scripts/test` runs each beside the others.
@Suite(
  .serialized, .againIfJACKStalls,
  .enabled(if: canUseJACK, "jackd is not installed: apt install jackd2"))
struct AnsweringTests {
  @Test func `what a player plays to it on midi_in is answered in the same groove`() throws {
    try expectAnswers(with: ["--answer", "2"])
  }

  @Test func `what a player plays to it on midi_in is heard in what it plays then`() throws {
    try expectAnswers(with: ["--listen", "0.8"])
  }

  @Test func `a file that it is primed with is heard in what it plays then`() throws {
    let jam = try Jam([])
    var answers: [Profile] = []
    for (index, call) in Call.all.enumerated() {
      try jam.awaitBar(6 * index + 1)
      jam.daemon.session.type("drummer prime \(try jam.file(of: call))")
      try jam.awaitBar(6 * index + 7)
      answers.append(Profile(jam.notes(inBars: 6 * index + 3, count: 4)))
    }
    expectLikeness(of: answers, "prime")
    #expect(jam.daemon.session.end().status == 0)
  }

  /// How far what it is played is heard in what it plays.
  private func expectAnswers(with options: [String]) throws {
    let jam = try Jam(options)
    for (index, call) in Call.all.enumerated() {
      for turn in 0..<2 { try jam.play(call, fromBar: 4 * (2 * index + turn + 1)) }
    }
    try jam.awaitBar(4 * (2 * Call.all.count + 1))
    let answers = Call.all.indices.map { index in
      Profile(
        (0..<2).flatMap { turn in jam.notes(inBars: 4 * (2 * index + turn + 1) + 2, count: 2) })
    }
    expectLikeness(of: answers, options.joined(separator: " "))
    #expect(jam.daemon.session.end().status == 0)
  }

  /// Together they are more like their own calls than like the others; how many are the most like their own
  /// is only printed, since it is one or two fewer in some runs.
  private func expectLikeness(of answers: [Profile], _ name: String) {
    let likeness = answers.map { answer in Call.all.map { answer.correlation(with: $0.profile) } }
    let own = likeness.enumerated().map { $0.element[$0.offset] }
    let others = likeness.enumerated().flatMap { row in
      row.element.enumerated().filter { $0.offset != row.offset }.map(\.element)
    }
    let (mean, chance) = (own.reduce(0, +) / 4, others.reduce(0, +) / 12)
    let found = likeness.enumerated().count { $0.element.max() == $0.element[$0.offset] }
    let text = "\(name): own \(mean), others \(chance), found \(found) of 4, \(own)"
    print("answering: \(text)")
    #expect(mean > chance + 0.1, "\(text)")
  }
}

/// A groove that is played to the drummer: notes and their sixteenths in a bar.
private struct Call: Sendable {
  let name: String
  let rows: [(note: UInt8, steps: String)]

  static let all = [
    Call(
      name: "rock",
      rows: [(36, "x.......x.x....."), (38, "....x.......x..."), (42, "x.x.x.x.x.x.x.x.")]),
    Call(
      name: "four on the floor",
      rows: [(36, "x...x...x...x..."), (38, "....x.......x..x"), (46, "..x...x...x...x.")]),
    Call(
      name: "half time",
      rows: [(36, "x..x..........x."), (38, "........x......."), (51, "x...x...x...x...")]),
    Call(
      name: "tresillo",
      rows: [(36, "x.....x.....x..."), (38, "...x..x..x..x.x."), (51, "x.xx.x.xx.x.xx.x")]),
  ]

  /// Its strokes in a bar.
  var strokes: [Note] {
    rows.flatMap { row in
      row.steps.enumerated().filter { $0.element == "x" }.map { Note($0.offset, row.note) }
    }
  }

  var profile: Profile { Profile(strokes) }
}

private struct Note {
  let step: Int
  let note: UInt8

  init(_ step: Int, _ note: UInt8) { (self.step, self.note) = (step, note) }
}

/// How often kick, snares and timekeepers are struck on each sixteenth of the bar.
private struct Profile {
  private static let groups: [Set<UInt8>] = [[35, 36], [37, 38, 40], [42, 44, 46, 51, 53, 59]]
  private var counts = [Double](repeating: 0, count: 48)

  init(_ strokes: [Note]) {
    for stroke in strokes {
      guard let group = Self.groups.firstIndex(where: { $0.contains(stroke.note) }) else {
        continue
      }
      counts[16 * group + stroke.step] += 1
    }
  }

  func correlation(with other: Profile) -> Double {
    let means = (mean, other.mean)
    var (both, own, others) = (0.0, 1e-9, 1e-9)
    for (a, b) in zip(counts, other.counts) {
      both += (a - means.0) * (b - means.1)
      own += (a - means.0) * (a - means.0)
      others += (b - means.1) * (b - means.1)
    }
    return both / (own * others).squareRoot()
  }

  private var mean: Double { counts.reduce(0, +) / Double(counts.count) }
}

/// A daemon whose drummer plays, and a player beside it. The pattern strikes a note of its own on every
/// bar line, from which the player knows the bars.
private final class Jam {
  let daemon: Daemon
  private let peer: WirePeer
  private let folder: URL

  private static let bpm = 180
  private static let framesPerBar = 48_000 * 4 * 60 / bpm
  private static let mark: UInt8 = 58

  init(_ options: [String]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let patch = folder.appending(path: "marked.json")
    try Self.patch([("vibraslap", "x... .... .... ....")]).write(to: patch)
    let model = "\(GhostnoteProgram.root)/Models/Ghostnote-Groove.safetensors"
    daemon = try Daemon(
      on: try JACKServer(), [patch.path, "--drummer", "any", "--model", model] + options)
    peer = try WirePeer("player", server: daemon.server)
    try #require(peer.connect("ghostnote:midi_out", "player:in"))
    try #require(peer.connect("player:out", "ghostnote:midi_in"))
    daemon.session.type("play")
    try #require(eventually { !marks.isEmpty })
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func patch(_ lanes: [(drum: String, steps: String)]) -> Data {
    let rows = lanes.map { #"{"drum": "\#($0.drum)", "steps": "\#($0.steps)"}"# }
    return Data(
      """
      {"format": "ghostnote-patch/1", "tempo": \(bpm),
       "pattern": {"lanes": [\(rows.joined(separator: ", "))]}}
      """.utf8)
  }

  /// The frames of the bar lines so far.
  private var marks: [Int] { struck.filter { $0.bytes[1] == Self.mark }.map(\.frame) }

  private var struck: [(frame: Int, bytes: [UInt8])] {
    peer.heard.filter { $0.bytes.count == 3 && $0.bytes[0] == 0x99 && $0.bytes[2] > 0 }
  }

  /// Waits until the bar, counted from 0, has begun.
  func awaitBar(_ bar: Int) throws { try #require(eventually { marks.count > bar }) }

  /// Plays two bars of `call` from a bar line that is still to come.
  func play(_ call: Call, fromBar bar: Int) throws {
    try awaitBar(bar - 2)
    let start = try #require(marks.first) + bar * Self.framesPerBar
    var messages: [(at: Int, bytes: [UInt8])] = []
    for stroke in call.strokes {
      for turn in 0..<2 {
        let at = (16 * turn + stroke.step) * Self.framesPerBar / 16
        messages.append((at, [0x99, stroke.note, 100]))
        messages.append((at + Self.framesPerBar / 64, [0x89, stroke.note, 0]))
      }
    }
    peer.begin(messages.sorted { $0.at < $1.at }, atFrame: start)
    _ = peer.finish()
  }

  /// What it sent in some bars, by sixteenth of the bar.
  func notes(inBars first: Int, count: Int) -> [Note] {
    guard let begin = marks.first else { return [] }
    return struck.compactMap { stroke in
      let place = Double(stroke.frame - begin) * 16 / Double(Self.framesPerBar)
      let step = Int(place.rounded())
      guard (16 * first..<16 * (first + count)).contains(step), stroke.bytes[1] != Self.mark
      else { return nil }
      return Note(step % 16, stroke.bytes[1])
    }
  }

  /// A MIDI file of four bars of `call`.
  func file(of call: Call) throws -> String {
    let names: [UInt8: String] = [
      36: "kick", 38: "snare", 42: "closedhat", 46: "openhat", 51: "ride",
    ]
    let patch = folder.appending(path: "call.json")
    try Self.patch(
      call.rows.compactMap { row in
        names[row.note].map { ($0, row.steps) }
      }
    ).write(to: patch)
    let file = folder.appending(path: "call.mid").path
    let outcome = try GhostnoteProgram.run(
      "render", patch.path, "--bars", "4", "-o", file, "--overwrite")
    try #require(outcome.status == 0, "\(outcome.errors)")
    return file
  }
}
