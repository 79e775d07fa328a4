// Copyright 2026 the authors of Ghostnote. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "HostClock.hpp"
#include "SessionStatus.hpp"

#include <ableton/Link.hpp>

#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

// Carries tempo, beat, start and stop between a Link session and a session of Ghostnote.
//
// Where Ghostnote follows Link (`clock source link`), it is reported Link's beat, and what is asked of it (tempo,
// start, stop) goes to all peers. Where it goes by another clock it leads: its tempo, beat, start and stop are put to
// Link, again where a peer changes them.
class Bridge
{
public:
  using Microseconds = std::chrono::microseconds;

  // `quantum` is in beats; 0 is the session's bar.
  Bridge(ableton::Link& link, double quantum) : mLink(link), mFixedQuantum(quantum)
  {
    if (quantum > 0) mQuantum = quantum;
  }

  // Another session of Ghostnote, or the same again: what it does from now on counts, not how it stands.
  void reconnected() { mLast.reset(); }

  // Takes in how Ghostnote stands.
  void heard(const SessionStatus& status)
  {
    mLink.enableStartStopSync(status.followsTransport);
    // In a song of several meters the bars that all peers share stay as they are.
    if (mFixedQuantum <= 0 && !status.plays()) mQuantum = status.bar;
    if (status.followsLink())
      passOn(status);
    else
      lead(status);
    mLast = status;
  }

  // The line that reports Link's beat, where Ghostnote follows it.
  std::optional<std::string> report()
  {
    if (!mLast || !mLast->followsLink()) return std::nullopt;
    auto state = mLink.captureAppSessionState();
    beginSong(state);
    const auto now = mLink.clock().micros();
    char line[200];
    std::snprintf(line, sizeof line, "follow %.9f at %lld tempo %.6f bar %.6f%s",
      state.beatAtTime(now, mQuantum), static_cast<long long>(HostClock::monotonic(now)),
      state.tempo(), mQuantum,
      !mLast->followsTransport ? ""
      : state.isPlaying()      ? " rolling"
                               : " stopped");
    return line;
  }

private:
  // A session that begins to play begins its song on the next bar, as all peers do.
  void beginSong(ableton::Link::SessionState& state)
  {
    const bool isPlaying = state.isPlaying();
    if (isPlaying && !mWasPlaying)
    {
      state.requestBeatAtStartPlayingTime(0, mQuantum);
      mLink.commitAppSessionState(state);
      state = mLink.captureAppSessionState();
    }
    mWasPlaying = isPlaying;
  }

  // Asks the peers for what was asked of Ghostnote.
  void passOn(const SessionStatus& status)
  {
    if (!mLast) return;
    auto state = mLink.captureAppSessionState();
    const auto now = mLink.clock().micros();
    if (status.asked != mLast->asked && status.askedTempo > 0)
    {
      state.setTempo(status.askedTempo, now);
      mLink.commitAppSessionState(state);
    }
    if (status.followsTransport && status.plays() != mLast->plays()
        && status.plays() != state.isPlaying())
    {
      state.setIsPlaying(status.plays(), status.plays() ? beginning(status, state) : now);
      mLink.commitAppSessionState(state);
    }
  }

  // Just before the bar on which the song begins or began, so that every peer begins on the same.
  Microseconds beginning(const SessionStatus& status, ableton::Link::SessionState& state) const
  {
    constexpr auto early = Microseconds(1000);
    if (status.isRolling) return timeOfBeginning(status) - early;
    const auto beat = state.beatAtTime(mLink.clock().micros(), mQuantum);
    return state.timeAtBeat(std::ceil(beat / mQuantum) * mQuantum, mQuantum) - early;
  }

  static Microseconds timeOfBeginning(const SessionStatus& status)
  {
    return HostClock::linkTime(status.time)
           - Microseconds(std::llround(status.beat * 60e6 / status.tempo));
  }

  // Puts Ghostnote's tempo and beat to the session.
  void lead(const SessionStatus& status)
  {
    auto state = mLink.captureAppSessionState();
    const auto now = mLink.clock().micros();
    bool isChanged = false;
    // What the clock that Ghostnote follows is measured at trembles.
    if (std::abs(state.tempo() - status.tempo) > 0.002)
    {
      state.setTempo(status.tempo, now);
      isChanged = true;
    }
    if (status.isRolling)
    {
      const auto time = HostClock::linkTime(status.time);
      auto error = state.beatAtTime(time, mQuantum) - status.beat;
      error -= std::round(error / mQuantum) * mQuantum;
      if (std::abs(error) * 60e6 / status.tempo > tolerance.count())
      {
        state.forceBeatAtTime(status.beat, time, mQuantum);
        isChanged = true;
      }
    }
    // Two programs that only met have said nothing of start and stop to each other yet.
    const bool isNews = mLast
      && (status.isRolling != mLast->isRolling || state.isPlaying() != mWasPlaying
          || mLast->followsLink());
    if (status.followsTransport && isNews && status.isRolling != state.isPlaying())
    {
      state.setIsPlaying(
        status.isRolling, status.isRolling ? timeOfBeginning(status) - Microseconds(1000) : now);
      isChanged = true;
    }
    mWasPlaying = state.isPlaying();
    if (isChanged) mLink.commitAppSessionState(state);
  }

  // How far the session's beat may be from Ghostnote's before it is moved.
  static constexpr Microseconds tolerance{300};

  ableton::Link& mLink;
  const double mFixedQuantum;
  double mQuantum = 4;
  bool mWasPlaying = false;
  std::optional<SessionStatus> mLast;
};
