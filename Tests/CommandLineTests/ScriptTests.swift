import GhostnoteTesting
import Testing

/// For bash: `$drop` runs a command without root's rights.
private let dropRights = """
  drop=
  [ $EUID != 0 ] || drop='setpriv --reuid=65534 --regid=65534 --clear-groups'
  """

/// Whether that is possible, as it is not in every container.
private var canDropRights: Bool {
  (try? Spawned("/bin/bash", ["-c", "\(dropRights)\n$drop true"]).finish().status) == 0
}

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
        "run mine.json --audio wav:out/ghostnote-NEW/mine.wav --play --grid --bars 4 --control none"
          + " --bpm 99"
      ]
    ),
    (
      ["--drummer", "funk", "--model", "my.safetensors", "--seed", "7"],
      [
        "run rock --audio wav:out/ghostnote-NEW/rock.wav --play --grid --bars 4 --control none"
          + " --drummer funk --model my.safetensors --seed 7"
      ]
    ),
  ])
  func `Scripts/play plays in the caller's folder, and without a sound card what goes on without`(
    words: [String], lines: [String]
  ) throws {
    let outcome = try Self.playScript(words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let output = outcome.output.replacing(/ghostnote-\w{6}\//, with: "ghostnote-NEW/")
    #expect(output == lines.map { "songs: \($0)\n" }.joined())
    #expect(outcome.errors.contains("neither JACK nor a sound card found"))
  }

  @Test(arguments: [["--help"], ["rock", "-h"]])
  func `Scripts/play says how it is used, and installs and builds nothing for that`(
    words: [String]
  ) throws {
    let outcome = try Self.playScript(words, setup: "exit 9")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("Scripts/play [PATCH] [OPTIONS of ghostnote run]"))
    #expect(outcome.output.hasSuffix("has the options.\n"))
    #expect(outcome.errors == "")
  }

  @Test(arguments: [
    ("", "Ghostnote", [String]()), ("Ghostnote", "Ghostnote-2", []),
    ("Ghostnote Ghostnote-2", "Ghostnote-3", []), ("Ghostnote", "Stage", ["--name", "Stage"]),
    ("Stage", "Stage-2", ["--name=Stage"]),
  ])
  func `Scripts/play --link joins the session that it starts, whatever others run`(
    others: String, name: String, words: [String]
  ) throws {
    let outcome = try Self.playScript(["--link"] + words, sessions: others)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let run = (["run rock --play --grid --clock link"] + words).joined(separator: " ")
    #expect(outcome.output == "ghostnote-link --name \(name)\nsongs: \(run)\n")
  }

  /// Runs `Scripts/play` where nothing sounds, with stand-ins for what it installs, builds and starts, beside
  /// `sessions`, which are separated by spaces.
  private static func playScript(
    _ words: [String], setup: String = "", sessions: String = ""
  ) throws -> Spawned.Outcome {
    let place = try Workplace()
    // Made by the shell: a file that this process has just written may be busy when it is to be run.
    let script = #"""
      set -eu
      cd '\#(place.path)'
      mkdir -p tree/Scripts tree/.build/release tree/.build/link bin songs/out
      cp '\#(GhostnoteProgram.root)/Scripts/play' tree/Scripts
      printf '#!/bin/sh\n[ -e Scripts/play ]\n' >bin/swift
      printf '#!/bin/sh\n%s\n' "$SETUP" >tree/Scripts/setup
      printf '#!/bin/sh\n' >tree/Scripts/link
      # The first start takes longer than any timeout.
      cat >bin/timeout <<'STUB'
      #!/bin/sh
      if [ ! -e started ]; then : >started; exit 124; fi
      shift
      exec "$@"
      STUB
      cat >tree/.build/link/ghostnote-link <<'STUB'
      #!/bin/sh
      echo "ghostnote-link $*"
      : >joined
      STUB
      cat >tree/.build/release/ghostnote <<'STUB'
      #!/bin/sh
      : >started
      case "$1 $*" in
        doctor*) exit 1 ;;
        ctl*) case " $SESSIONS " in *" $3 "*) exit 0 ;; *) exit 1 ;; esac ;;
        *'--clock link'*) until [ -e joined ]; do sleep 0.01; done ;;
      esac
      echo "${PWD##*/}: $*"
      STUB
      chmod +x bin/* tree/Scripts/* tree/.build/*/*
      cd songs
      PATH=$PWD/../bin:$PATH TMPDIR=out exec ../tree/Scripts/play "$@"
      """#
    return try Spawned(
      "/bin/bash", ["-c", script, "bash"] + words,
      environment: [("SETUP", setup), ("SESSIONS", sessions)]
    ).finish()
  }

  @Test(arguments: [
    // Known: apt has its lists. Old: in those that it has, the browser is missing. Unknown: it has none, and nothing is a
    // candidate. Cleared: it has none, and what is installed is a candidate.
    ("known", "1.9.22", "1.0", "1.0", "cpio chromium chromium-driver jack-example-tools"),
    ("known", "1.9.21", "1.0", "(none)", "cpio chromium chromium-driver"),
    // Where jackd2 has these programs, a package of them would be in its way.
    ("known", "1.9.21~dfsg-3", "1.0", "1.0", "cpio chromium chromium-driver"),
    ("known", "1.9.22", "(none)", "(none)", "cpio"),
    ("unknown", "1.9.22~dfsg-4", "1.0", "1.0", "cpio chromium chromium-driver jack-example-tools"),
    ("unknown", "1.9.22", "(none)", "1.0", "cpio jack-example-tools"),
    ("old", "1.9.22", "1.0", "1.0", "cpio chromium chromium-driver jack-example-tools"),
    ("cleared", "1.9.22", "1.0", "1.0", "cpio chromium chromium-driver jack-example-tools"),
    ("cleared", "1.9.21", "(none)", "1.0", "cpio"),
  ])
  func `Scripts/setup installs what is missing and apt has, in any language, whatever else runs`(
    lists: String, server: String, browser: String, tools: String, packages: String
  ) throws {
    let outcome = try Self.setupScript(
      lists: lists, server: server, browser: browser, tools: tools,
      missing: "cpio chromium chromium-driver jack-example-tools")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("waiting for another program that updates apt's lists"))
    #expect(outcome.errorLines.last?.hasSuffix(" --no-install-recommends \(packages)") == true)
  }

  @Test func `Scripts/setup finds JACK's programs missing where apt has been cleared of its lists`()
    throws
  {
    let outcome = try Self.setupScript(
      lists: "cleared", server: "1.9.22", browser: "1.0", tools: "1.0",
      missing: "jack-example-tools")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let words = " --no-install-recommends jack-example-tools"
    #expect(outcome.errorLines.last?.hasSuffix(words) == true, "\(outcome.errors)")
  }

  @Test func `Scripts/setup leaves out what apt cannot find where it gets no lists`() throws {
    let outcome = try Self.setupScript(
      lists: "offline", server: "1.9.22", browser: "1.0", tools: "1.0",
      missing: "chromium chromium-driver jack-example-tools")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.errors.contains("apt-get install"), "\(outcome.errors)")
    #expect(!outcome.errors.contains(" --no-install-recommends "), "\(outcome.errors)")
  }

  /// Runs `Scripts/setup test` with stand-ins for apt and dpkg: what they know, the versions that apt has of jackd2, of
  /// the browser and of JACK's programs, and the packages that are not installed, separated by spaces.
  private static func setupScript(
    lists: String, server: String, browser: String, tools: String, missing: String
  ) throws -> Spawned.Outcome {
    let place = try Workplace()
    // The other packages are there for two architectures. apt speaks German unless the locale is C, its lists are locked
    // at first, and while it installs, all that was started is to end.
    let script = #"""
      set -eu
      cd '\#(place.path)'
      mkdir bin
      case $LISTS in known | old) : >lists ;; esac
      printf '#!/bin/sh\n' >bin/swift
      printf '#!/bin/sh\nexec "$@"\n' >bin/sudo
      printf '#!/bin/sh\n[ "$1" = --print-architecture ] || exec /usr/bin/dpkg "$@"\necho amd64\n' >bin/dpkg
      cat >bin/apt-get <<'STUB'
      #!/bin/sh
      case $* in
        *update*)
          if [ ! -e asked ]; then
            : >asked
            word='Konnte Sperre nicht bekommen:'
            [ "$LC_ALL" != C ] || word='Could not get lock'
            echo "E: $word /var/lib/apt/lists/lock" >&2
            exit 100
          fi
          [ $LISTS = offline ] || : >lists
          : >updated ;;
        *install*) kill -TERM $$ ;;
      esac
      echo apt-get "$@"
      STUB
      cat >bin/dpkg-query <<'STUB'
      #!/bin/sh
      case " $MISSING " in *" $4 "*) exit 1 ;; esac
      for architecture in amd64 i386; do
        printf "$(printf %s "$3" | sed "s/\${Architecture}/$architecture/; s/\${db:Status-Status}/installed/")"
      done
      STUB
      cat >bin/apt-cache <<'STUB'
      #!/bin/sh
      word=Installationskandidat version=1.0
      [ "$LC_ALL" != C ] || word=Candidate
      if [ $# = 1 ]; then
        echo ' 100 /var/lib/dpkg/status'
        [ ! -e lists ] || echo ' 500 http://deb.debian.org/debian trixie/main amd64 Packages'
        exit
      fi
      case $2 in
        jackd2) version=$SERVER ;;
        chromium*) version=$BROWSER ;;
        jack-example-tools) version=$TOOLS ;;
      esac
      case $LISTS:$2 in
        # What is installed is a candidate without lists, too.
        cleared:jackd2 | offline:jackd2) ;;
        old:chromium*) [ -e updated ] || version='(none)' ;;
        *) [ -e lists ] || version='(none)' ;;
      esac
      echo "  $word: $version"
      STUB
      chmod +x bin/*
      PATH=$PWD/bin:$PATH exec '\#(GhostnoteProgram.root)/Scripts/setup' test
      """#
    return try Spawned(
      "/bin/bash", ["-c", script],
      environment: [
        ("LC_ALL", ""), ("LISTS", lists), ("SERVER", server), ("BROWSER", browser),
        ("TOOLS", tools), ("MISSING", missing),
      ]
    ).finish()
  }

  @Test(arguments: [
    ["--jobs", "0"], ["--jobs"], ["--minutes"], ["--minutes", "0.5"], ["--minutes", "08"],
    ["--seconds", "x"], ["--seed"], ["--seed", "-1"],
  ])
  func `Scripts/fuzz refuses what is not a whole number from 1 on`(words: [String]) throws {
    let place = try Workplace()
    // Without the sources there is nothing to build or run.
    let script = #"""
      set -eu
      cd '\#(place.path)'
      mkdir Scripts
      cp '\#(GhostnoteProgram.root)/Scripts/fuzz' Scripts
      exec Scripts/fuzz --built "$@"
      """#
    let outcome = try Spawned("/bin/bash", ["-c", script, "bash"] + words).finish()
    #expect(outcome.status == 64)
    let value = words.dropFirst().joined()
    let problem = "\(words[0]): expected a whole number, 1–999999999, found “\(value)”"
    #expect(outcome.errors.contains(problem), "\(outcome.errors)")
  }

  @Test(.enabled(if: canDropRights, "setpriv cannot drop root's rights here"))
  func `Scripts/package --try says that it needs root before it builds`() throws {
    let place = try Workplace()
    // Its folder is then that of its standard input, where there is nothing to install or build. Others than root may
    // not read it where it was checked out with a umask of 077.
    let script = #"""
      set -eu
      install -m 644 '\#(GhostnoteProgram.root)/Scripts/package' '\#(place.path)/package'
      \#(dropRights)
      exec $drop bash /dev/stdin --try <'\#(place.path)/package'
      """#
    let outcome = try Spawned("/bin/bash", ["-c", script]).finish()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("package: --try needs root"), "\(outcome.errors)")
  }

  @Test func `man pages have ghostnote-remote's own options and the exit status of train`() throws {
    let place = try Workplace()
    let option = """
      {"kind": "option", "shouldDisplay": true, "isOptional": true, "valueName": "page", \
      "names": [{"kind": "long", "name": "page"}], "abstract": "The folder of the page."}
      """
    let script = #"""
      set -eu
      cd '\#(place.path)'
      mkdir bin
      cat >bin/ghostnote <<'STUB'
      #!/bin/sh
      [ "$1" != --experimental-dump-help ] || echo '{"command": {"commandName": "ghostnote"}}'
      STUB
      cat >bin/ghostnote-remote <<'STUB'
      #!/bin/sh
      echo '{"command": {"commandName": "ghostnote-remote", "arguments": [\#(option)]}}'
      STUB
      chmod +x bin/*
      programs='bin/ghostnote bin/ghostnote-remote'
      '\#(GhostnoteProgram.root)/Scripts/packaging/manpages' pages $programs
      cat pages/ghostnote-remote.1 pages/ghostnote.1
      """#
    let outcome = try Spawned("/bin/bash", ["-c", script]).finish()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(#"\fB\-\-page\fR \fIpage\fR"#))
    #expect(outcome.output.contains(#"\fBghostnote\-page\fR(1)"#))
    #expect(outcome.output.contains(".TP\n130\n"))
  }
}
