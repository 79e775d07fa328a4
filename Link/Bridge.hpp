// Copyright 2026 the authors of Ghostnote. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "HostClock.hpp"
#include "Leading.hpp"
#include "SessionStatus.hpp"

#include <ableton/Link.hpp>

#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>

// Carries tempo, beat, start and stop between a Link session and a session of Ghostnote.
//
// Where Ghostnote follows Link (`clock source link`), it joins the Link session and adopts its tempo; it is reported
// Link's beat, and what is asked of it (tempo, start, stop) goes to all peers. Where it goes by another clock, it
// leads if `leads` says so, and is not in the Link session otherwise.
class Bridge
{
public:
  using Microseconds = std::chrono::microseconds;
  using Say = std::function<void(const std::string&)>;

  // `quantum` is in beats; 0 is the session's bar.
  Bridge(ableton::Link& link, double quantum, bool leads, Say say)
    : mLink(link), mFixedQuantum(quantum), mLeads(leads), mSay(std::move(say))
  {
    if (quantum > 0) mQuantum = quantum;
  }

  // The session of Ghostnote is gone: what the next one does from its beginning on counts, not how it stands.
  void disconnected()
  {
    leave();
    mLast.reset();
    mLeading.reset();
    mHasEnded = false;
  }

  // Takes in how Ghostnote stands.
  void heard(const SessionStatus& status)
  {
    // In a song of several meters the bars that all peers share stay as they are.
    if (mFixedQuantum <= 0 && (!mLink.isEnabled() || !status.plays())) mQuantum = status.bar;
    if (!mLast || status.source != mLast->source)
    {
      mLeading.reset();
      if (!takesPart(status)) announceAbsence(status);
    }
    if (status.plays()) mHasEnded = false;
    if (mLast && status.endings != mLast->endings) mHasEnded = true;
    if (!takesPart(status))
      leave();
    else if (!mLink.isEnabled())
      join(status);
    else
    {
      mLink.enableStartStopSync(status.followsTransport);
      if (status.followsLink())
        passOn(status);
      else
        lead(status);
    }
    mLast = status;
  }

  // The line that reports Link's beat, where Ghostnote follows it.
  std::optional<std::string> report()
  {
    if (!mLast || !mLast->followsLink() || !mLink.isEnabled()) return std::nullopt;
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
  bool takesPart(const SessionStatus& status) const { return status.followsLink() || mLeads; }

  void announceAbsence(const SessionStatus& status)
  {
    mSay("the clock source is " + status.source
         + ": `clock source link` joins Ableton Link; --lead gives it Ghostnote's tempo");
  }

  // Joins with Ghostnote's tempo and beat, which last while there is no peer: those of a session are adopted.
  void join(const SessionStatus& status)
  {
    mLink.enableStartStopSync(status.followsTransport);
    auto state = mLink.captureAppSessionState();
    const auto now = mLink.clock().micros();
    state.setTempo(status.tempo, now);
    if (status.isRolling)
      state.forceBeatAtTime(status.beat, HostClock::linkTime(status.time), mQuantum);
    // Before Link is enabled this is noted here only. Link says nothing of a session that plays to who joins it, so
    // without the note a peer's first stop would be no change.
    mWasPlaying = status.followsTransport && status.plays();
    state.setIsPlaying(mWasPlaying, now);
    mLink.commitAppSessionState(state);
    mLink.enable(true);
  }

  void leave()
  {
    if (mLink.isEnabled()) mLink.enable(false);
    mPeerStopped.reset();
  }

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
    if (mWasPlaying && !isPlaying) mPeerStopped = mLink.clock().micros();
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
    if (!status.followsTransport || status.plays() == mLast->plays()) return;
    if (status.plays())
    {
      mPeerStopped.reset();
      if (!state.isPlaying()) state.setIsPlaying(true, beginning(status, state));
    }
    // What Link says here of a session that played before it was joined may be wrong: a stop is passed on all the same, but
    // no peer's own, and not the end of the song.
    else if (!isPeersStop(now) && !mHasEnded)
      state.setIsPlaying(false, now);
    mLink.commitAppSessionState(state);
    if (!status.plays()) mWasPlaying = state.isPlaying();
  }

  // Whether a stop of Ghostnote's that is seen now is what a peer's made of it; each is one only once. The peer may play
  // again by then.
  bool isPeersStop(Microseconds now)
  {
    constexpr auto untilSeen = Microseconds(500'000);
    const bool is = mPeerStopped && now - *mPeerStopped < untilSeen;
    mPeerStopped.reset();
    return is;
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

  // Puts Ghostnote's tempo, beat, start and stop to the session.
  void lead(const SessionStatus& status)
  {
    if (mLeading.hasGivenIn()) return;
    auto state = mLink.captureAppSessionState();
    const auto now = mLink.clock().micros();
    bool isChanged = mLeading.put(status, state, mQuantum, now);
    if (mLeading.hasGivenIn())
      return mSay("another program leads too: Ghostnote leads no more until its clock source changes");
    // By Link's rules joining starts and stops nobody: only what changes from then on is put to the session.
    const bool isNews = mLast
      && (status.isRolling != mLast->isRolling || state.isPlaying() != mWasPlaying
          || mLast->followsLink());
    if (status.followsTransport && isNews && !mHasEnded && status.isRolling != state.isPlaying())
    {
      state.setIsPlaying(
        status.isRolling, status.isRolling ? timeOfBeginning(status) - Microseconds(1000) : now);
      isChanged = true;
    }
    mWasPlaying = state.isPlaying();
    if (isChanged) mLink.commitAppSessionState(state);
  }

  ableton::Link& mLink;
  const double mFixedQuantum;
  const bool mLeads;
  const Say mSay;
  Leading mLeading;
  double mQuantum = 4;
  bool mWasPlaying = false;
  // When a peer stopped, so that the stop of Ghostnote's that follows is not news.
  std::optional<Microseconds> mPeerStopped;
  // Ghostnote's song came to its end, which stops nobody else.
  bool mHasEnded = false;
  std::optional<SessionStatus> mLast;
};
