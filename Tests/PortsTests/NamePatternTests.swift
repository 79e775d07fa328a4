import Ports
import Testing

struct NamePatternTests {
  @Test func `a plain name covers every port of its client`() {
    #expect(NamePattern("Pad").matches(client: "Pad", port: "out"))
    #expect(NamePattern("Pad").isExact)
    #expect(!NamePattern("Pad").matches(client: "Pad 2", port: "out"))
    #expect(!NamePattern("Pad").matches(client: "pad", port: "out"))
  }

  @Test func `a plain name with a colon covers one port`() {
    let pattern = NamePattern("a2j:Pad [24] (capture): MIDI 1")
    #expect(pattern.matches(client: "a2j", port: "Pad [24] (capture): MIDI 1"))
    #expect(!pattern.matches(client: "a2j", port: "Pad [25] (capture): MIDI 1"))
    #expect(!NamePattern("Pad:out").matches(client: "Pad", port: "out 2"))
  }

  @Test(arguments: [
    ("*", true), ("nano*", true), ("*PAD2", true), ("*:MIDI 1", true), ("*:MIDI ?", true),
    ("nano???2:*", true), ("nanoPAD[0-9]", true), ("nanoPAD[!3-9]*", true), ("n*o*P*2*1", true),
    ("nano*:", false), ("nanoPAD?", true), ("nanoPAD??", false), ("[x-z]*", false),
    ("*MIDI", false), ("", false), ("nano*:MIDI 2", false), ("nanoPAD[^2]*", false),
    ("**1", true), ("nanoPAD2:MIDI 1*", true),
  ])
  func `wildcards work as in a shell`(text: String, isMatch: Bool) {
    #expect(NamePattern(text).matches(client: "nanoPAD2", port: "MIDI 1") == isMatch)
  }

  @Test func `a pattern ignores case and a name does not`() {
    #expect(NamePattern("NANOpad*").matches(client: "nanoPAD2", port: "x"))
    #expect(NamePattern("[N]ANO*").matches(client: "nanoPAD2", port: "x"))
    #expect(!NamePattern("NANOPAD2").matches(client: "nanoPAD2", port: "x"))
  }

  @Test func `a backslash takes a wildcard as it is`() {
    let pattern = NamePattern(#"what\*"#)
    #expect(pattern.isExact)
    #expect(pattern.matches(client: "what*", port: "x"))
    #expect(!pattern.matches(client: "whatever", port: "x"))
  }

  @Test func `an open bracket stands for itself`() {
    #expect(NamePattern("a[b").matches(client: "a[b", port: "x"))
    #expect(NamePattern("a[]b]c*").matches(client: "a]c", port: "x"))
    #expect(NamePattern("a[z-a]*").matches(client: "ab", port: "x") == false)
  }

  @Test func `a reserved port wants its own name`() {
    #expect(!NamePattern("*").permits(client: "System", port: "Announce", isReserved: true))
    #expect(NamePattern("*").permits(client: "Pad", port: "out", isReserved: false))
    #expect(NamePattern("System").permits(client: "System", port: "Announce", isReserved: true))
    #expect(
      NamePattern("Midi Through:Port-0")
        .permits(client: "Midi Through", port: "Port-0", isReserved: true))
  }

  @Test func `many stars take no more than name times pattern steps`() {
    let pattern = NamePattern(String(repeating: "*a", count: 60) + "b")
    #expect(!pattern.matches(client: String(repeating: "a", count: 4_000), port: ""))
  }
}
