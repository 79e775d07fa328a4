// Copyright 2026 the authors of Ghostnote. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "SessionStatus.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <optional>

// The tempo of a beat that trembles: the slope of the straight line nearest to it over the last seconds.
class TempoAverage
{
public:
  // Takes in a beat; what stands still is taken to go on at the clock's tempo.
  void hear(const SessionStatus& status)
  {
    const Place next{status.time, status.beat};
    const bool isSame = mIsRolling == status.isRolling;
    mIsRolling = status.isRolling;
    if (!mPlaces.empty() && status.time <= mPlaces.back().time) return;
    const double passed = mPlaces.empty() ? 0 : beats(next.time - mPlaces.back().time, status.tempo);
    const double moved = mPlaces.empty() ? 0 : next.beat - mPlaces.back().beat;
    if (!isSame || passed > 8 || (mIsRolling && std::abs(moved - passed) > 0.25)) mPlaces.clear();
    if (!mIsRolling && !mPlaces.empty())
      mPlaces.push_back({next.time, mPlaces.back().beat + passed});
    else
      mPlaces.push_back(next);
    mShortest = std::max<std::int64_t>(second, std::int64_t(60e9 / std::max(status.tempo, 1.0)));
    forget();
  }

  // Beats a minute; nothing until a beat and a second have been heard.
  std::optional<double> tempo() const { return slope(mPlaces.size()); }

  // The mean of what `error` returns for each beat and time heard since `begin`: over the last beat and second at least.
  template <typename Error>
  std::optional<double> mean(std::int64_t begin, Error error) const
  {
    double sum = 0;
    int count = 0;
    if (mPlaces.empty()) return std::nullopt;
    const auto earliest = mPlaces.back().time - mShortest;
    if (begin > earliest || mPlaces.front().time > earliest) return std::nullopt;
    for (const auto& place : mPlaces)
    {
      if (place.time < earliest) continue;
      sum += error(place.beat, place.time);
      ++count;
    }
    return sum / count;
  }

private:
  struct Place
  {
    std::int64_t time;
    double beat;
  };

  static constexpr std::int64_t second = 1'000'000'000;
  // A tempo of the last second that differs by more from the average is another tempo.
  static constexpr double change = 0.025;

  static double beats(std::int64_t nanoseconds, double tempo)
  {
    return double(nanoseconds) * tempo / 60e9;
  }

  void forget()
  {
    const auto now = mPlaces.back().time;
    while (mPlaces.front().time < now - 4 * mShortest) mPlaces.pop_front();
    const auto recent = std::size_t(std::count_if(mPlaces.begin(), mPlaces.end(),
      [&](const Place& place) { return place.time >= now - mShortest - mShortest / 4; }));
    const auto all = slope(mPlaces.size()), last = slope(recent);
    if (all && last && std::abs(*last / *all - 1) > change)
      mPlaces.erase(mPlaces.begin(), mPlaces.end() - std::ptrdiff_t(recent));
  }

  // Of the line nearest to the last `count` places, by least squares.
  std::optional<double> slope(std::size_t count) const
  {
    if (count < 3 || mPlaces.back().time - mPlaces[mPlaces.size() - count].time < mShortest)
      return std::nullopt;
    const auto end = mPlaces.back();
    double times = 0, beats = 0, squares = 0, products = 0;
    for (auto index = mPlaces.size() - count; index < mPlaces.size(); ++index)
    {
      const auto time = double(mPlaces[index].time - end.time), beat = mPlaces[index].beat - end.beat;
      times += time;
      beats += beat;
      squares += time * time;
      products += time * beat;
    }
    const auto spread = squares - times * times / double(count);
    return (products - times * beats / double(count)) / spread * 60e9;
  }

  std::deque<Place> mPlaces;
  std::int64_t mShortest = second;
  bool mIsRolling = false;
};
