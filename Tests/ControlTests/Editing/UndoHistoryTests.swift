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
        "tempo", from: value, group: .stream(.console),
        at: start.advanced(by: .milliseconds(500 * value)))
    }
    #expect(history.made.count == 1)
    history.record(
      "tempo", from: 100, group: .stream(.console), at: start.advanced(by: .seconds(60)))
    history.record(
      "level", from: 101, group: .stream(.console), at: start.advanced(by: .seconds(60)))
    history.record(
      "tempo", from: 102, group: .stream(.console), at: start.advanced(by: .seconds(60)))
    #expect(history.made.map(\.name) == ["tempo", "tempo", "level", "tempo"])
    #expect(try history.undo(4, from: 103) == (0, "tempo"))
  }

  @Test func `streams of two origins are a change each, though they set the same in turn`() throws {
    var history = UndoHistory<Int>()
    let origins: [CommandOrigin] = [.client(1), .client(2), .controls, .surfaces, .console]
    for (index, origin) in origins.enumerated() {
      for value in 0..<10 {
        history.record("tempo", from: 10 * index + value, group: .stream(origin), at: start)
      }
    }
    #expect(history.made.count == origins.count)
    #expect(try history.undo(from: 50) == (40, "tempo"))
    #expect(try history.undo(4, from: 40) == (0, "tempo"))
  }

  @Test func `commands that are not streams are a change each, and an undo ends a stream`() throws {
    var history = history(["step", "step"])
    #expect(history.made.count == 2)
    history.record("tempo", from: 2, group: .stream(.console), at: start)
    _ = try history.undo(from: 3)
    history.record("tempo", from: 2, group: .stream(.console), at: start)
    #expect(history.made.map(\.name) == ["step", "step", "tempo"])
    #expect(history.undone.isEmpty)
  }

  /// The history after `names` were recorded as parts of gesture `mark`, each from its number on.
  private func record(
    _ names: [String], of mark: String = "g", in history: inout UndoHistory<Int>,
    from first: Int = 0
  ) {
    for (index, name) in names.enumerated() {
      history.record(
        name, from: first + index, group: .gesture(mark), at: start + .seconds(60 * index))
    }
  }

  @Test func `what a gesture does is one change, however long it takes`() throws {
    var history = history(["swing"])
    record(["step snare 1", "step snare 3", "step snare 1"], in: &history, from: 1)
    #expect(history.made.map(\.name) == ["swing", "step snare ×2"])
    #expect(try history.undo(from: 4) == (1, "step snare ×2"))
    #expect(try history.redo(from: 1) == (4, "step snare ×2"))
  }

  @Test(arguments: [
    ("temper,temper,temper", "temper"), ("step kick 1,step kick 2,step kick 12", "step kick ×3"),
    ("lane kick length,paste", "paste"), ("temper,paste,temper", "temper"),
    ("lane kick grid,lane snare grid", "lane ×2"), ("step kick 1", "step kick 1"),
    ("mute kick,mute kick2", "mute ×2"),
  ])
  func `a gesture is called by what its changes have in common, or by the last`(
    names: String, expected: String
  ) {
    var history = UndoHistory<Int>()
    record(names.split(separator: ",").map(String.init), in: &history)
    #expect(history.made.map(\.name) == [expected])
  }

  @Test func `a gesture counts each name once, and says where there are more than it counts`() {
    let most = UndoHistory<Int>.mostNames
    var history = UndoHistory<Int>()
    let names = (0..<most).map { "step kick \($0)" }
    record(names + names, in: &history)
    #expect(history.made.map(\.name) == ["step kick ×\(most)"])
    record(["step kick \(most)"] + names, in: &history)
    #expect(history.made.map(\.name) == ["step kick ×\(most)+"])
    record(["step snare 1"], in: &history)
    #expect(history.made.map(\.name) == ["step ×\(most)+"])
  }

  @Test func `a gesture sets the tempo where one of its commands does, after however many others`()
  {
    var history = UndoHistory<Int>()
    record((0..<1_000).map { "step kick \($0)" }, in: &history)
    #expect(history.made.map(\.setsTempo) == [false])
    record(["tempo", "step kick 1"], in: &history)
    history.record("tempo", from: 1, at: start)
    history.record("swing", from: 2, at: start)
    #expect(history.made.map(\.setsTempo) == [true, true, false])
  }

  @Test func `a gesture replaces the song where one of its commands does`() {
    var history = UndoHistory<Int>()
    for (number, replacesSong) in [false, true, false].enumerated() {
      history.record(
        "\(number)", from: number, group: .gesture("g"), replacesSong: replacesSong, at: start)
    }
    history.record("swing", from: 3, at: start)
    #expect(history.made.map(\.replacesSong) == [true, false])
  }

  @Test func `a gesture that was undone and redone in its midst goes on`() throws {
    var history = history(["a"])
    record(["step kick 1"], in: &history, from: 1)
    _ = try history.undo(from: 2)
    _ = try history.redo(from: 1)
    record(["step kick 2"], in: &history, from: 2)
    #expect(history.made.map(\.name) == ["a", "step kick ×2"])
    #expect(throws: UndoError.nothing(to: .undo, asked: 2, available: 1)) {
      try history.takeBack("g", by: 2)
    }
    #expect(try history.takeBack("g") == (1, "step kick ×2"))
    #expect(history.made.map(\.name) == ["a"] && history.undone.isEmpty)
  }

  @Test func `a gesture goes on once what came after it is undone, and ends its redo`() throws {
    var history = history(["a"])
    record(["step kick 1"], in: &history, from: 1)
    history.record("other", from: 2, at: start)
    history.record("tempo", from: 3, group: .stream(.client(2)), at: start)
    record(["step snare 1"], of: "h", in: &history, from: 4)
    #expect(history.beginning(of: .gesture("g")) == nil)
    _ = try history.undo(3, from: 5)
    #expect(history.beginning(of: .gesture("g")) == 1)
    #expect(history.beginning(of: .gesture("h")) == nil)
    // It is called by all that it did, and by nothing of others.
    record(["step kick 2", "step kick 1"], in: &history, from: 2)
    #expect(history.made.map(\.name) == ["a", "step kick ×2"] && history.undone.isEmpty)
    #expect(try history.undo(from: 4) == (1, "step kick ×2"))
    #expect(try history.redo(from: 1) == (4, "step kick ×2"))
    #expect(try history.takeBack("g") == (1, "step kick ×2"))
  }

  @Test func `a gesture that ends where it began leaves nothing of others to redo`() throws {
    var history = UndoHistory<Int>()
    record(["b"], in: &history)
    history.record("other", from: 1, at: start)
    _ = try history.undo(from: 2)
    history.forgetLatest()
    #expect(history.made.isEmpty && history.undone.isEmpty)
  }

  @Test func `a gesture of which a part was forgotten is not taken back`() throws {
    typealias History = UndoHistory<Int>
    var history = History()
    record(["a"], in: &history)
    history.record("vast", from: 1, bytes: 2 * History.mostBytes, at: start)
    record(["c"], in: &history, from: 2)
    #expect(history.made.map(\.name) == ["c"] && history.forgotten == 2)
    #expect(throws: UndoError.notLatest) { try history.takeBack("g") }
    record(["d"], of: "h", in: &history, from: 3)
    #expect(try history.takeBack("h") == (3, "d"))
  }

  @Test func `another's change, another gesture, and undo of its own end a gesture`() throws {
    var history = UndoHistory<Int>()
    record(["a"], in: &history)
    history.record("b", from: 1, at: start)
    record(["c"], in: &history, from: 2)
    record(["d"], of: "h", in: &history, from: 3)
    record(["e"], in: &history, from: 4)
    #expect(history.made.map(\.name) == ["a", "b", "c", "d", "e"])
    _ = try history.undo(from: 5)
    record(["f"], in: &history, from: 4)
    #expect(history.made.map(\.name) == ["a", "b", "c", "d", "f"])
    _ = try history.undo(from: 5)
    history.record("h", from: 4, at: start)
    record(["i"], in: &history, from: 5)
    #expect(history.made.map(\.name) == ["a", "b", "c", "d", "h", "i"])
    // What came after "d" is undone: its gesture goes on.
    _ = try history.undo(2, from: 6)
    record(["j"], of: "h", in: &history, from: 4)
    #expect(history.made.map(\.name) == ["a", "b", "c", "j"])
  }

  @Test func `a fader within a gesture is part of it, and one after it is not`() {
    var history = UndoHistory<Int>()
    record(["tempo", "tempo"], in: &history)
    history.record("tempo", from: 2, group: .stream(.client(1)), at: start)
    history.record("tempo", from: 3, group: .stream(.client(1)), at: start)
    #expect(history.made.map(\.name) == ["tempo", "tempo"])
  }

  @Test func `a gesture is taken back whole, leaving nothing to redo, or not at all`() throws {
    var history = history(["a"])
    record(["b", "c"], in: &history, from: 1)
    #expect(throws: UndoError.nothing(to: .undo, asked: 2, available: 1)) {
      try history.takeBack("g", by: 2)
    }
    #expect(throws: UndoError.notLatest) { try history.takeBack("h") }
    #expect(try history.takeBack("g") == (1, "c"))
    #expect(history.made.map(\.name) == ["a"] && history.undone.isEmpty)
    #expect(throws: UndoError.notLatest) { try history.takeBack("g") }
    record(["b"], in: &history, from: 1)
    history.record("other", from: 2, at: start)
    #expect(throws: UndoError.notLatest) { try history.takeBack("g") }
    record(["c"], in: &history, from: 3)
    #expect(throws: UndoError.notLatest, "a part of it is before another's change") {
      try history.takeBack("g")
    }
    #expect(history.made.map(\.name) == ["a", "b", "other", "c"])
    // The first part and the other's change are gone: what is left is all of it.
    _ = try history.undo(3, from: 4)
    record(["c"], in: &history, from: 1)
    #expect(try history.takeBack("g").snapshot == 1)
  }

  @Test func `what a gesture's snapshot does not share is counted again with each change`() {
    typealias History = UndoHistory<Int>
    var history = history(["a", "b"])
    let third = History.mostBytes / 3
    for bytes in [third, 2 * third, third] {
      history.record("c", from: 2, bytes: bytes, group: .gesture("g"), at: start)
    }
    #expect(history.made.map(\.name) == ["a", "b", "c"])
    history.record("c", from: 2, bytes: 2 * History.mostBytes, group: .gesture("g"), at: start)
    #expect(history.made.map(\.name) == ["c"] && history.forgotten == 2)
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

  @Test func `revising from what there is now goes back and forth as far as one patch is open`()
    throws
  {
    var history = UndoHistory<Int>()
    for (number, opens) in [false, true, false, false, false, false, true].enumerated() {
      history.record("\(number)", from: number, opens: opens, at: start)
    }
    _ = try history.undo(3, from: 7)
    history.revise(from: 1) { snapshot, distance in
      snapshot += 100 * distance
      return distance + 1
    }
    let revised = history
    let back = try (1...4).map { count in
      var history = revised
      return try history.undo(count, from: 4).snapshot
    }
    #expect(back == [103, 202, 1, 0])
    let forth = try (1...3).map { count in
      var history = revised
      return try history.redo(count, from: 4).snapshot
    }
    #expect(forth == [105, 206, 7])
  }
}
