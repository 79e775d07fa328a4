import CommandText
import Commands
import ControlSocket
import Foundation
import Rhythm
import Testing

@testable import Daemon

/// What follows `ok` on the control socket.
@Suite struct ReplyJSONTests {
  private static let replies: [(Reply, member: String)] = [
    (.text("a\nb"), "text"), (.status(MachineStatus()), "status"), (.clock(ClockStatus()), "clock"),
    (.drummer(DrummerStatus()), "drummer"),
    (.presets([PresetRow(name: "son", meaning: "x")]), "presets"),
    (.surfaces([SurfaceMapRow(map: "mcu", device: "x", ports: ["JACK"])]), "surfaces"),
    (.setting(SettingAnswer(name: "level kick", value: -3, unit: "dB")), "setting"),
    (.selection(SelectionAnswer(nil)), "selection"), (.assignments([]), "assignments"),
    (.notation(NotationAnswer(text: "kick: x...")), "notation"),
    (.remark(.undone(count: 2, name: "step kick")), "remarks"),
    (.remarks([.warning(text: "a"), .hint(text: "b")]), "remarks"),
  ]

  @Test func `a reply is an object whose member says what it is, and is read back with its text`()
    throws
  {
    for (reply, member) in Self.replies {
      let json = try #require([reply].socketJSON)
      #expect(!json.contains("\n") && !json.contains("_0"), "\(json)")
      guard case .object(let members)? = JSONNode(parsing: json) else {
        Issue.record("\(json)")
        continue
      }
      #expect(members[member] != nil, "\(json)")
      #expect(try JSONDecoder().decode(Reply.self, from: Data(json.utf8)) == reply, "\(json)")
      #expect(Reply.text(ofSocketJSON: json) == reply.text)
    }
  }

  @Test func `remarks have their text beside them`() throws {
    let json = try #require([Reply.remark(.undone(count: 1, name: "step kick"))].socketJSON)
    #expect(
      json
        == #"{"remarks":[{"undone":{"count":1,"name":"step kick"}}],"text":"undid: step kick"}"#)
  }

  @Test func `what has nothing to say is left out, and several replies are an array`() {
    #expect([Reply.done].socketJSON == nil && [Reply.quit].socketJSON == nil)
    #expect([Reply]().socketJSON == nil)
    let several: [Reply] = [.done, .text("a"), .done]
    #expect(several.socketJSON == #"[{"done":true},{"text":"a"},{"done":true}]"#)
    #expect(Reply.text(ofSocketJSON: #"[{"done":true},{"text":"a"},{"text":"b"}]"#) == "a\nb")
    #expect(Reply.text(ofSocketJSON: "") == "")
    #expect(Reply.text(ofSocketJSON: "7") == nil)
  }
}
