// Copyright 2026 the authors of Ghostnote. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>

// Ghostnote's times are of CLOCK_MONOTONIC, Link's of CLOCK_MONOTONIC_RAW, which no NTP server corrects.
class HostClock
{
public:
  // A moment of Link's clock as nanoseconds of CLOCK_MONOTONIC.
  static std::int64_t monotonic(std::chrono::microseconds linkTime)
  {
    return linkTime.count() * 1000 + offset();
  }

  // Nanoseconds of CLOCK_MONOTONIC as a moment of Link's clock.
  static std::chrono::microseconds linkTime(std::int64_t monotonic)
  {
    return std::chrono::microseconds((monotonic - offset()) / 1000);
  }

  static std::int64_t now(clockid_t clock)
  {
    timespec time{};
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
  }

private:
  // The one less the other in nanoseconds, from the quickest of a few readings: one of them may be interrupted.
  static std::int64_t offset()
  {
    std::int64_t best = INT64_MAX, found = 0;
    for (int round = 0; round < 5; ++round)
    {
      const auto before = now(CLOCK_MONOTONIC);
      const auto raw = now(CLOCK_MONOTONIC_RAW);
      const auto after = now(CLOCK_MONOTONIC);
      if (after - before < best)
      {
        best = after - before;
        found = before + (after - before) / 2 - raw;
      }
    }
    return found;
  }
};
