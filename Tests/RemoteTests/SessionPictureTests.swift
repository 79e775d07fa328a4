import Commands
import ControlSocket
import OSC
import Rhythm
import Testing

@testable import Remote

/// What is read from a session's state.
@Suite struct SessionPictureTests {
  /// A session of which these members of `transport` and of the patch's kit are known.
  private func session(_ transport: String = "", kit: String = "") throws -> SessionPicture {
    var session = SessionPicture()
    let document = #"{"kit":{\#(kit)}}"#
    let seed = #"""
      {"seed":{"transport":{\#(transport)},"pattern":{"bar":4},"document":\#(document)}}
      """#
    let isTaken = session.take(try #require(JSONNode(parsing: seed)))
    #expect(isTaken)
    return session
  }

  // MARK: Bars

  /// The places of beats as `bar.beat`.
  private func places(_ beats: Range<Int>, in session: SessionPicture) -> String {
    beats.map { session.place(ofBeat: Double($0)) }.map { "\($0.bar).\($0.beat)" }
      .joined(separator: " ")
  }

  @Test func `bars are those of the pattern that is heard, whichever is edited`() throws {
    let session = try session(#""origin":0,"length":3,"bar":3"#)
    #expect(places(0..<7, in: session) == "1.1 1.2 1.3 2.1 2.2 2.3 3.1")
    #expect(session.barLine(after: 0) == 3)
    #expect(session.barLine(after: 3) == 6)
    #expect(session.barLine(before: 7) == 3)
  }

  @Test func `a song's section counts from its beginning, and the next from its own`() throws {
    // 4/4 until 4, then 3/4 twice, then something else.
    let session = try session(#""origin":4,"length":3,"bar":3,"end":10,"barBefore":4"#)
    #expect(places(4..<12, in: session) == "1.1 1.2 1.3 2.1 2.2 2.3 1.1 1.2")
    #expect(session.barLine(after: 4) == 7)
    #expect(session.barLine(after: 8.5) == 10)
    #expect(session.barLine(before: 8) == 4)
    #expect(session.barLine(before: 5) == 0)
    #expect(session.barLine(after: 1) == 4)
  }

  @Test func `a section that ends within a bar ends the bar`() throws {
    let session = try session(#""origin":0,"length":6,"bar":4,"end":6"#)
    #expect(places(0..<8, in: session) == "1.1 1.2 1.3 1.4 2.1 2.2 1.1 1.2")
    #expect(session.barLine(after: 4.5) == 6)
  }

  @Test func `a loop that is not a whole number of bars begins a bar with each turn`() throws {
    let session = try session(#""origin":0,"length":6,"bar":4"#)
    #expect(places(0..<10, in: session) == "1.1 1.2 1.3 1.4 2.1 2.2 3.1 3.2 3.3 3.4")
    #expect(session.barLine(after: 5) == 6)
    #expect(session.barLine(before: 6) == 4)
    #expect(session.barLine(before: 4) == 0)
  }

  @Test func `loops that make a bar together do not begin one`() throws {
    let session = try session(#""origin":2,"length":1,"bar":4"#)
    #expect(places(2..<8, in: session) == "1.1 1.2 1.3 1.4 2.1 2.2")
    #expect(session.barLine(after: 3) == 6)
  }

  @Test func `loops of triplets do not drift from their bars`() throws {
    let session = try session(#""origin":0,"length":1.333333,"bar":1.333333"#)
    #expect(session.place(ofBeat: 4).bar == 4)
    #expect(session.place(ofBeat: 4).beat == 1)
  }

  // MARK: Values

  @Test func `every fader of the kit shows its value`() throws {
    let values = try session().values
    for entry in OSCCommands.entries {
      let row = CommandTable.all[entry.spec]
      let isFader = row.isStream && row.touches == [.kit] || row.path == "filter"
      // Without a drum, and with one as its argument, it is of none.
      let isOfNone = entry.drum == nil && row.parameters.first?.kind == .name(.drum)
      guard isFader, !isOfNone else { continue }
      #expect(values[entry.address] != nil, "\(entry.address)")
    }
  }

  @Test func `effects and filters are shown as they are, or as they are without a word`() throws {
    let bare = try session().values
    #expect(bare["/ghostnote/reverb/decay"] == [.float32(1.3)])
    #expect(bare["/ghostnote/delay/time"] == ["1/8."])
    #expect(bare["/ghostnote/filter/kick"] == ["off"])
    let kit = #"""
      "effects":{"reverbDecay":2,"delayTime":"1/4","delayFeedback":0.5,"delayTone":3000},
      "drums":{"kick":{"filter":"lowpass"}}
      """#
    let values = try session(kit: kit).values
    for (address, value): (OSCAddress, OSCArgument) in [
      ("/ghostnote/reverb/decay", 2.0), ("/ghostnote/delay/time", "1/4"),
      ("/ghostnote/delay/feedback", 0.5), ("/ghostnote/delay/tone", 3000.0),
      ("/ghostnote/filter/kick", "lowpass"), ("/ghostnote/filter/snare", "off"),
    ] {
      #expect(values[address] == [value], "\(address)")
    }
  }
}
