import GhostnoteTesting
import Testing

extension CommandLineTests {
  @Test(arguments: [
    ("seq Dummy VirMIDI Loopback", "host"),
    ("--aloop seq Loopback VirMIDI Dummy", "host"),
    ("--vm seq Dummy VirMIDI Loopback", "vm"),
    ("Dummy VirMIDI Loopback", "vm"),
    ("seq", "vm"),
    // A desktop: what is card 1 there is a device of its user's.
    ("seq PCH Keyboard", "vm"),
    ("seq PCH Keyboard VirMIDI Dummy Loopback", "vm"),
    ("seq Dummy VirMIDI Loopback Keyboard", "vm"),
    ("--aloop seq Dummy VirMIDI Loopback", "vm"),
  ])
  func `Tests/with-alsa runs a command right here only where there are its own sound cards alone`(
    machine: String, place: String
  ) throws {
    let workplace = try Workplace()
    // Its sequencer is a device that opens, and its cards are folders here.
    let script = #"""
      set -eu
      cd '\#(workplace.path)'
      sequencer=none options=() number=0
      for word in \#(machine); do
        case $word in
          --*) options+=("$word") ;;
          seq) sequencer=/dev/null ;;
          *) mkdir -p "asound/card$number"; echo "$word" >"asound/card$number/id"; number=$((number + 1)) ;;
        esac
      done
      sed "s#/dev/snd/seq#$sequencer#g; s#/proc/asound#asound#g" '\#(GhostnoteProgram.root)/Tests/with-alsa' >script
      exec bash script --where "${options[@]}"
      """#
    let outcome = try Spawned("/bin/bash", ["-c", script]).finish()
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output == "\(place)\n")
  }
}
