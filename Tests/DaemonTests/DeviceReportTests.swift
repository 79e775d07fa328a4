import Testing

@testable import Daemon

@Suite struct DeviceReportTests {
  @Test func `messages of controllers that JACK had no room for are among those dropped`() {
    let line = { DeviceReport.jackLine("ghostnote", dropped: 2, forControllers: $0) }
    #expect(line(0) == "client ghostnote, 2 messages dropped")
    #expect(line(3) == "client ghostnote, 5 messages dropped, 3 of them for controllers")
  }
}
