// Copyright 2026 the authors of Ghostnote. SPDX-License-Identifier: GPL-2.0-or-later
//
// link-peer: another program in the Link session, by which ghostnote-link is judged. It knows nothing of Ghostnote:
// it obeys the lines on its standard input and replies with a line to each.
//
//   tempo BPM   sets the session's tempo
//   play, stop  starts and stops the session, on its next bar
//   quantum Q   counts bars of Q beats from now on (4 before that)
//   sync on|off shares start and stop or does not
//   at TIME     the beat at TIME, nanoseconds of CLOCK_MONOTONIC:
//               `peers N tempo BPM playing 0|1 beat BEAT phase PHASE`

#include "HostClock.hpp"

#include <ableton/Link.hpp>

#include <cstdio>
#include <iostream>
#include <sstream>

int main()
{
  ableton::Link link(90);
  link.enableStartStopSync(true);
  link.enable(true);
  double quantum = 4;
  bool wasPlaying = false;
  std::string line;
  while (std::getline(std::cin, line))
  {
    std::istringstream words(line);
    std::string command;
    words >> command;
    auto state = link.captureAppSessionState();
    const auto now = link.clock().micros();
    if (state.isPlaying() && !wasPlaying) state.requestBeatAtStartPlayingTime(0, quantum);
    wasPlaying = state.isPlaying();
    if (command == "tempo")
    {
      double bpm = 0;
      words >> bpm;
      state.setTempo(bpm, now);
    }
    else if (command == "play" || command == "stop")
      state.setIsPlaying(command == "play", now);
    else if (command == "quantum")
      words >> quantum;
    else if (command == "sync")
    {
      words >> command;
      link.enableStartStopSync(command == "on");
    }
    else if (command == "at")
    {
      std::int64_t time = 0;
      words >> time;
      const auto moment = HostClock::linkTime(time);
      std::printf("peers %zu tempo %.6f playing %d beat %.9f phase %.9f\n", link.numPeers(),
        state.tempo(), state.isPlaying() ? 1 : 0, state.beatAtTime(moment, quantum),
        state.phaseAtTime(moment, quantum));
      std::fflush(stdout);
      continue;
    }
    else
    {
      std::printf("error unknown command\n");
      std::fflush(stdout);
      continue;
    }
    link.commitAppSessionState(state);
    std::printf("ok\n");
    std::fflush(stdout);
  }
}
