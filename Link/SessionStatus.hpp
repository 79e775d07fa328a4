// Copyright 2026 the authors of Ghostnote. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

// What `clock status` says of a session, as far as Link needs it.
struct SessionStatus
{
  // Who may lead as the user chose, and who does.
  std::string source, leader;
  bool followsTempo = true;
  bool followsTransport = true;
  bool isArmed = false;
  bool isRolling = false;
  double tempo = 120;
  // The beat heard at `time`, nanoseconds of CLOCK_MONOTONIC.
  double beat = 0;
  std::int64_t time = 0;
  // Beats a bar.
  double bar = 4;
  // How often a tempo was asked for while Link led, and the last one.
  long asked = 0;
  double askedTempo = 0;
  // How often the song came to its end by itself.
  long endings = 0;

  bool followsLink() const { return source == "link"; }
  // Whether the song moves or waits for its place in the bar.
  bool plays() const { return isRolling || isArmed; }

  // Reads the reply `ok {"clock":{…}}`; nothing where it is another or lacks anything.
  static std::optional<SessionStatus> read(const std::string& reply)
  {
    if (reply.compare(0, 3, "ok ") != 0) return std::nullopt;
    SessionStatus status;
    const auto source = value(reply, "source");
    const auto tempo = value(reply, "tempoBPM"), beat = value(reply, "beat");
    const auto time = value(reply, "time"), bar = value(reply, "bar");
    const auto asked = value(reply, "asked"), leader = value(reply, "leader");
    if (!source || !leader || !tempo || !beat || !time || !bar || !asked) return std::nullopt;
    status.source = *source;
    status.leader = *leader;
    status.endings = std::strtol(value(reply, "endings").value_or("0").c_str(), nullptr, 10);
    status.followsTempo = value(reply, "followsTempo") == "true";
    status.followsTransport = value(reply, "followsTransport") == "true";
    status.isArmed = value(reply, "isArmed") == "true";
    status.isRolling = value(reply, "isRolling") == "true";
    status.tempo = std::strtod(tempo->c_str(), nullptr);
    status.beat = std::strtod(beat->c_str(), nullptr);
    status.time = std::strtoll(time->c_str(), nullptr, 10);
    status.bar = std::strtod(bar->c_str(), nullptr);
    status.asked = std::strtol(asked->c_str(), nullptr, 10);
    status.askedTempo = std::strtod(value(reply, "askedBPM").value_or("0").c_str(), nullptr);
    return status;
  }

private:
  // The member's value as it is written, without quotes. In JSON a text cannot hold `"key":` unescaped, and each
  // key read here stands once in the reply.
  static std::optional<std::string> value(const std::string& json, const std::string& key)
  {
    const auto mark = "\"" + key + "\":";
    const auto found = json.find(mark);
    if (found == std::string::npos) return std::nullopt;
    const auto begin = found + mark.size();
    if (begin < json.size() && json[begin] == '"')
      return json.substr(begin + 1, json.find('"', begin + 1) - begin - 1);
    return json.substr(begin, json.find_first_of(",}", begin) - begin);
  }
};
