import Commands
import ControlSocket
import GhostnoteTesting
import Testing

@testable import Remote

@Suite(.serialized) struct SharedWatchTests {
  @Test func `hits come once from the session, and to every page that watches them`() throws {
    let bench = try Bench()
    let pages = try (0..<3).map { _ in try WebSocketClient(port: bench.port) }
    #expect(pages[0].reply(to: "watch state hits levels") == "@t ok")
    #expect(pages[1].reply(to: "watch hits state") == "@t ok")
    #expect(pages[2].reply(to: "watch state") == "@t ok")
    #expect(eventually { bench.session.value?.isWatched(.hits) == true })
    #expect(eventually { bench.session.value?.isWatched(.levels) == true })
    let watching = bench.lines.value.filter { $0.hasPrefix("watch") }
    #expect(watching.filter { $0 == "watch state" }.count == 3)
    #expect(
      Set(watching).isSubset(of: ["watch state", "watch hits", "watch levels", "watch hits levels"])
    )
    // Only one connection is sent them: one page less changes nothing for the other.
    bench.session.value?.publish(.array([.string("boom")]), to: .hits)
    for page in pages.prefix(2) {
      #expect(page.text { $0.contains("hits") } == #"{"hits":["boom"]}"#)
    }
    bench.session.value?.publish(.object(["left": .integer(1)]), to: .levels)
    #expect(pages[0].text { $0.contains("levels") } != nil)
    #expect(pages[2].text(within: 0.3) { $0.contains("hits") || $0.contains("levels") } == nil)
    #expect(bench.isWell())
  }

  @Test func `what is no longer watched is not asked for`() throws {
    let bench = try Bench()
    let (stays, goes) = (
      try WebSocketClient(port: bench.port), try WebSocketClient(port: bench.port)
    )
    #expect(stays.reply(to: "watch hits") == "@t ok")
    #expect(goes.reply(to: "watch levels") == "@t ok")
    #expect(eventually { bench.session.value?.isWatched(.levels) == true })
    goes.send("watch state")
    #expect(eventually { bench.session.value?.isWatched(.levels) == false })
    #expect(bench.session.value?.isWatched(.hits) == true)
    #expect(stays.reply(to: "watch") == "@t ok")
    #expect(eventually { bench.session.value?.isWatched(.hits) == false })
  }

  @Test func `hits come again from a session that was restarted`() throws {
    let bench = try Bench()
    let page = try WebSocketClient(port: bench.port)
    #expect(page.reply(to: "watch hits") == "@t ok")
    #expect(eventually { bench.session.value?.isWatched(.hits) == true })
    bench.stopSession()
    try bench.startSession()
    #expect(eventually { bench.session.value?.isWatched(.hits) == true })
    bench.session.value?.publish(.array([.string("again")]), to: .hits)
    #expect(page.text { $0.contains("again") } != nil)
  }

  @Test(arguments: [
    ("watch state hits levels ahead log", ["hits", "levels"], "watch state ahead log"),
    ("WATCH hits", ["hits"], "watch"), ("watch", [], "watch"), (" watch  state", [], "watch state"),
    ("\"watch\" log 'hits'", ["hits"], "watch log"),
  ])
  func `a line is divided between the page and what is shared`(
    line: String, shared: [String], rest: String
  ) throws {
    let parts = try #require(PageWatch.split(line))
    #expect(parts.shared.map(\.rawValue).sorted() == shared)
    #expect(parts.rest == rest)
  }

  @Test(arguments: ["watch everything", "play", "", "watchful hits", "watch hits; play", "listen"])
  func `other lines go to the session as they are`(line: String) {
    #expect(PageWatch.split(line) == nil)
  }
}
