import Rhythm
import Testing

@Suite struct DrumNameTests {
  @Test(arguments: [
    ("closedhat", 42), ("Closed Hi-Hat", 42), ("closed hi hat", 42), ("OPENHAT", 46), ("36", 36),
    ("60", 60),
  ])
  func `a drum is found by its names, whatever their case and spaces, and by its note`(
    name: String, note: UInt8
  ) {
    #expect(Drum(name: name)?.note == note)
  }

  @Test(arguments: ["", "34", "61", "50%", "+50", "-50", "5 0", "50.", "٣٦", "snares"])
  func `what is neither a name nor a note of a drum names none`(name: String) {
    #expect(Drum(name: name) == nil)
  }
}
