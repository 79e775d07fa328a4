import GhostnoteTesting
import Testing

extension CommandLineTests {
  @Test(arguments: [
    (["mine.json", "--page"], ["run mine.json --play --grid --page"]),
    (
      ["mine.json", "--audio", "wav:take.wav"],
      ["run mine.json --play --grid --audio wav:take.wav"]
    ),
    (["--audio=silent"], ["run rock --play --grid --audio=silent"]),
    (
      ["mine.json", "--bpm", "99"],
      [
        "run mine.json --audio silent --play --grid --bars 4 --control none --bpm 99",
        "render mine.json --bars 4 -o out/ghostnote-NEW/mine.wav --bpm 99",
      ]
    ),
  ])
  func `Scripts/play plays in the caller's folder, and without a sound card what goes on without`(
    words: [String], lines: [String]
  ) throws {
    let place = try Workplace()
    // Made by the shell: a file that this process has just written may be busy when it is to be run.
    let script = #"""
      set -eu
      cd '\#(place.path)'
      mkdir -p tree/Scripts tree/.build/release bin songs/out
      cp '\#(GhostnoteProgram.root)/Scripts/play' tree/Scripts
      printf '#!/bin/sh\n[ -e Scripts/play ]\n' >bin/swift
      printf '#!/bin/sh\n' >tree/Scripts/setup
      printf '#!/bin/sh\n[ "$1" != doctor ] || exit 1\necho "${PWD##*/}: $*"\n' >tree/.build/release/ghostnote
      chmod +x bin/swift tree/Scripts/* tree/.build/release/ghostnote
      cd songs
      PATH=$PWD/../bin:$PATH TMPDIR=out exec ../tree/Scripts/play "$@"
      """#
    let outcome = try Spawned("/bin/bash", ["-c", script, "bash"] + words).finish()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let output = outcome.output.replacing(/ghostnote-\w{6}\//, with: "ghostnote-NEW/")
    #expect(output == lines.map { "songs: \($0)\n" }.joined())
    #expect(outcome.errors.contains("neither JACK nor a sound card found"))
  }

  @Test(arguments: [("1.0", "cpio chromium chromium-driver"), ("(none)", "cpio")])
  func `Scripts/setup installs what is missing and apt has, in any language`(
    browser: String, packages: String
  ) throws {
    let place = try Workplace()
    // Two packages are missing; the others are there for two architectures. apt speaks German unless the locale is C.
    let script = #"""
      set -eu
      cd '\#(place.path)'
      mkdir bin
      printf '#!/bin/sh\n' >bin/swift
      printf '#!/bin/sh\nexec "$@"\n' >bin/sudo
      printf '#!/bin/sh\necho amd64\n' >bin/dpkg
      printf '#!/bin/sh\necho apt-get "$@"\n' >bin/apt-get
      cat >bin/dpkg-query <<'STUB'
      #!/bin/sh
      case $4 in chromium* | cpio) exit 1 ;; esac
      for architecture in amd64 i386; do
        printf "$(printf %s "$3" | sed "s/\${Architecture}/$architecture/; s/\${db:Status-Status}/installed/")"
      done
      STUB
      cat >bin/apt-cache <<'STUB'
      #!/bin/sh
      word=Installationskandidat version=1.0
      [ "$LC_ALL" != C ] || word=Candidate
      case $2 in chromium*) version=$BROWSER ;; esac
      echo "  $word: $version"
      STUB
      chmod +x bin/*
      PATH=$PWD/bin:$PATH exec '\#(GhostnoteProgram.root)/Scripts/setup' test
      """#
    let outcome = try Spawned(
      "/bin/bash", ["-c", script], environment: [("LC_ALL", ""), ("BROWSER", browser)]
    ).finish()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errorLines.last?.hasSuffix(" --no-install-recommends \(packages)") == true)
  }
}
