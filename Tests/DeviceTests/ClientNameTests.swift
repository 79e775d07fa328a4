import Testing

@testable import ALSASequencer

@Suite struct ClientNameTests {
  @Test func `a name is limited to the kernel's 63 bytes, and cut between characters`() throws {
    #expect(try ClientName("Ghostnote").text == "Ghostnote")
    #expect(try !ClientName(String(repeating: "x", count: 63)).isCut)
    let long = try ClientName(String(repeating: "x", count: 100))
    #expect(long.text == String(repeating: "x", count: 63) && long.isCut)
    // 21 characters of 3 bytes each; the 22nd begins at byte 63.
    let euros = try ClientName("€" + String(repeating: "€", count: 30))
    #expect(euros.text == String(repeating: "€", count: 21))
    // A drum with a skin tone is one character of 8 bytes: 7 of them are 56.
    let family = try ClientName(String(repeating: "👍🏽", count: 8))
    #expect(family.text == String(repeating: "👍🏽", count: 7) && family.isCut)
  }

  @Test func `names that could not be used in a connection are refused`() {
    for blank in ["", "  ", "\t"] {
      #expect(throws: ClientName.Refusal.blank) { try ClientName(blank) }
    }
    for name in ["a\nb", "\u{1B}[31mred", "x\u{7F}", "y\u{9B}"] {
      #expect(throws: ClientName.Refusal.controlCharacters) { try ClientName(name) }
    }
    for name in ["System", "system", "Midi Through"] {
      #expect(throws: ClientName.Refusal.reserved(name)) { try ClientName(name) }
    }
  }

  @Test func `another program's name is shown without its control characters`() {
    #expect("Pad \u{1B}[2J\n2".shown == "Pad \u{FFFD}[2J\u{FFFD}2")
    #expect("Päd 👨‍👩‍👧".shown == "Päd 👨‍👩‍👧")
  }
}
