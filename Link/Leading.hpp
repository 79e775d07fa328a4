// Copyright 2026 the authors of Ghostnote. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "HostClock.hpp"
#include "SessionStatus.hpp"
#include "TempoAverage.hpp"

#include <ableton/Link.hpp>

#include <cmath>
#include <cstdint>
#include <optional>

// Puts Ghostnote's tempo and beat to a Link session. What is Ghostnote's own, or JACK transport's, is exact and put at
// once; a MIDI clock trembles and is averaged, so that the peers do not tremble with it. Where another program
// puts the session elsewhere again and again, it gives in.
class Leading
{
public:
  using State = ableton::Link::SessionState;
  using Microseconds = std::chrono::microseconds;

  void reset() { *this = Leading(); }

  bool hasGivenIn() const { return mOverrules > mostOverrules; }

  // Puts `status` to `state`; true where that changes it.
  bool put(const SessionStatus& status, State& state, double quantum, Microseconds now)
  {
    mAverage.hear(status);
    const bool isSteady = continues(status);
    mHeard = status;
    const auto error = this->error(status.beat, status.time, state, quantum);
    noteOverrules(status, state, isSteady, error * 60e6 / status.tempo);
    if (hasGivenIn()) return false;
    const bool isChanged = status.leader == "MIDI clock"
                             ? putAverage(status, state, quantum, now, error)
                             : putExactly(status, state, quantum, now, error);
    if (isChanged) mChangedAt = status.time;
    mPut = state.tempo();
    return isChanged;
  }

private:
  // How far the session's beat may be from Ghostnote's before it is moved, in microseconds: where it is exact, on average,
  // and at any time.
  static constexpr double exactTolerance = 300, averageTolerance = 2'000, largestError = 50'000;
  // A change of an averaged tempo that is smaller, or has lasted less long, is not put to the session.
  static constexpr double tempoTolerance = 0.002;
  static constexpr std::int64_t second = 1'000'000'000;
  // So often within ten seconds another program may change what was put to the session.
  static constexpr int mostOverrules = 4;
  static constexpr std::int64_t overruleTime = 10 * second;

  bool putExactly(
    const SessionStatus& status, State& state, double quantum, Microseconds now, double error)
  {
    bool isChanged = false;
    if (std::abs(state.tempo() - status.tempo) > tempoStep(status.tempo))
    {
      state.setTempo(status.tempo, now);
      isChanged = true;
      error = this->error(status.beat, status.time, state, quantum);
    }
    if (status.isRolling && std::abs(error) * 60e6 / status.tempo > exactTolerance)
    {
      state.forceBeatAtTime(status.beat, HostClock::linkTime(status.time), quantum);
      isChanged = true;
    }
    return isChanged;
  }

  bool putAverage(
    const SessionStatus& status, State& state, double quantum, Microseconds now, double error)
  {
    const auto average = mAverage.tempo();
    const bool isOff = average && std::abs(*average / state.tempo() - 1) > tempoTolerance;
    if (!isOff) mOffSince = status.time;
    if (isOff && status.time - mOffSince > second)
    {
      state.setTempo(*average, now);
      mOffSince = status.time;
      return true;
    }
    if (!status.isRolling) return false;
    if (std::abs(error) * 60e6 / status.tempo < largestError)
    {
      const auto mean = mAverage.mean(mChangedAt, [&](double beat, std::int64_t time) {
        return this->error(beat, time, state, quantum);
      });
      if (!mean || std::abs(*mean) * 60e6 / status.tempo < averageTolerance) return false;
      error = *mean;
    }
    const auto time = HostClock::linkTime(status.time);
    state.forceBeatAtTime(state.beatAtTime(time, quantum) - error, time, quantum);
    return true;
  }

  // Beats by which the session is ahead of `beat` at `time`.
  static double error(double beat, std::int64_t time, const State& state, double quantum)
  {
    const auto ahead = state.beatAtTime(HostClock::linkTime(time), quantum) - beat;
    return ahead - std::round(ahead / quantum) * quantum;
  }

  // Link's tempo is in whole microseconds a beat.
  static double tempoStep(double tempo) { return 0.002 + tempo * tempo / 60e6; }

  // Whether Ghostnote's beat went on evenly since it was last heard.
  bool continues(const SessionStatus& status) const
  {
    if (!mHeard || !mHeard->isRolling || !status.isRolling) return false;
    const auto due = mHeard->beat + double(status.time - mHeard->time) * status.tempo / 60e9;
    return std::abs(status.beat - due) < 0.02 && std::abs(status.tempo - mHeard->tempo) < 0.002;
  }

  // Counts the times that another program changed what was put to the session.
  void noteOverrules(
    const SessionStatus& status, const State& state, bool isSteady, double microseconds)
  {
    if (hasGivenIn()) return;
    if (!mPut) mOverruledAt = status.time;
    if (status.time - mOverruledAt > overruleTime) mOverrules = 0;
    if (!mPut) return;
    const bool isOtherTempo = std::abs(state.tempo() - *mPut) > tempoStep(*mPut);
    if (!isOtherTempo && !(isSteady && std::abs(microseconds) > largestError)) return;
    ++mOverrules;
    mOverruledAt = status.time;
  }

  TempoAverage mAverage;
  std::optional<SessionStatus> mHeard;
  // The tempo of the session as it was left.
  std::optional<double> mPut;
  std::int64_t mChangedAt = 0, mOffSince = 0, mOverruledAt = 0;
  int mOverrules = 0;
};
