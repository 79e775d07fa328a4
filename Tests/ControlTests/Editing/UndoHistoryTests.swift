import Commands
import Control
import Testing

@Suite struct UndoHistoryTests {
  private let start = ContinuousClock.now

  /// A history of `names` and what they led to: before each was its number.
  private func history(_ names: [String]) -> UndoHistory<Int> {
    var history = UndoHistory<Int>()
    for (index, name) in names.enumerated() { history.record(name, from: index, at: start) }
    return history
  }

  @Test func `undo goes back one by one, and redo comes forth again`() throws {
    var history = history(["swing", "fill", "shift"])
    var now = 3
    for (expected, name) in [(2, "shift"), (1, "fill"), (0, "swing")] {
      let back = try history.undo(from: now)
      #expect(back == (expected, name))
      now = back.snapshot
    }
    for (expected, name) in [(1, "swing"), (2, "fill"), (3, "shift")] {
      let forth = try history.redo(from: now)
      #expect(forth == (expected, name))
      now = forth.snapshot
    }
    #expect(history.undone.isEmpty)
  }

  @Test func `several at once are the same as one by one`() throws {
    var history = history(["a", "b", "c", "d"])
    #expect(try history.undo(3, from: 4) == (1, "b"))
    #expect(history.undone.map(\.name) == ["d", "c", "b"])
    #expect(try history.redo(2, from: 1) == (3, "c"))
    #expect(try history.undo(3, from: 3) == (0, "a"))
    #expect(try history.redo(4, from: 0) == (4, "d"))
  }

  @Test func `a new change ends what could be redone`() throws {
    var history = history(["a", "b"])
    _ = try history.undo(from: 2)
    history.record("c", from: 1, at: start)
    #expect(history.undone.isEmpty)
    #expect(history.made.map(\.name) == ["a", "c"])
    #expect(throws: UndoError.nothing(to: .redo, asked: 1, available: 0)) {
      try history.redo(from: 5)
    }
  }

  @Test func `past the start nothing is undone, and the error says how much there is`() throws {
    var history = history(["a", "b"])
    let error = #expect(throws: UndoError.self) { try history.undo(3, from: 2) }
    #expect(error?.description == "undo 3: there are only 2 to undo")
    #expect(history.made.count == 2)
    _ = try history.undo(2, from: 2)
    let last = #expect(throws: UndoError.self) { try history.undo(from: 0) }
    #expect(last?.description == "nothing to undo")
    var empty = UndoHistory<Int>()
    #expect(throws: UndoError.self) { try empty.undo(0, from: 0) }
  }

  @Test func `it is a thousand deep, and forgets the oldest`() throws {
    var history = history((0..<1_234).map { "change \($0)" })
    #expect(history.made.count == 1_000)
    #expect(try history.undo(1_000, from: 1_234) == (234, "change 234"))
  }

  @Test func `a fader's stream is one change until it rests`() throws {
    var history = UndoHistory<Int>()
    for value in 0..<100 {
      history.record(
        "tempo", from: value, stream: .console, at: start.advanced(by: .milliseconds(500 * value)))
    }
    #expect(history.made.count == 1)
    history.record("tempo", from: 100, stream: .console, at: start.advanced(by: .seconds(60)))
    history.record("level", from: 101, stream: .console, at: start.advanced(by: .seconds(60)))
    history.record("tempo", from: 102, stream: .console, at: start.advanced(by: .seconds(60)))
    #expect(history.made.map(\.name) == ["tempo", "tempo", "level", "tempo"])
    #expect(try history.undo(4, from: 103) == (0, "tempo"))
  }

  @Test func `streams of two origins are a change each, though they set the same in turn`() throws {
    var history = UndoHistory<Int>()
    let origins: [CommandOrigin] = [.client(1), .client(2), .controls, .surfaces, .console]
    for (index, origin) in origins.enumerated() {
      for value in 0..<10 {
        history.record("tempo", from: 10 * index + value, stream: origin, at: start)
      }
    }
    #expect(history.made.count == origins.count)
    #expect(try history.undo(from: 50) == (40, "tempo"))
    #expect(try history.undo(4, from: 40) == (0, "tempo"))
  }

  @Test func `commands that are not streams are a change each, and an undo ends a stream`() throws {
    var history = history(["step", "step"])
    #expect(history.made.count == 2)
    history.record("tempo", from: 2, stream: .console, at: start)
    _ = try history.undo(from: 3)
    history.record("tempo", from: 2, stream: .console, at: start)
    #expect(history.made.map(\.name) == ["step", "step", "tempo"])
    #expect(history.undone.isEmpty)
  }

  @Test func `what takes much memory is forgotten sooner, but for the latest`() throws {
    typealias History = UndoHistory<Int>
    var history = History()
    let third = History.mostBytes / 3
    for number in 0..<5 {
      history.record("\(number)", from: number, bytes: third, at: start)
    }
    #expect(history.made.map(\.name) == ["2", "3", "4"] && history.forgotten == 2)
    _ = try history.undo(2, from: 5)
    _ = try history.redo(from: 3)
    history.record("small", from: 4, at: start)
    #expect(history.made.map(\.name) == ["2", "3", "small"])
    history.record("vast", from: 5, bytes: 2 * History.mostBytes, at: start)
    #expect(history.made.map(\.name) == ["vast"] && history.forgotten == 5)
    history.record("next", from: 6, at: start)
    #expect(history.made.map(\.name) == ["next"])
  }

  @Test func `revising reaches what is undone as well as what is made`() throws {
    var history = history(["a", "b"])
    _ = try history.undo(from: 2)
    history.revise { $0 += 10 }
    #expect(try history.redo(from: 1).snapshot == 12)
    #expect(try history.undo(2, from: 12).snapshot == 10)
  }
}
