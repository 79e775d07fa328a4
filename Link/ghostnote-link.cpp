// Copyright 2026 the authors of Ghostnote. SPDX-License-Identifier: GPL-2.0-or-later
//
// ghostnote-link: a session of Ghostnote in an Ableton Link session. A process of its own, because Link is under
// the GPL and opens network ports; it speaks to Ghostnote over its control socket only (docs/control.md).

#include "Bridge.hpp"
#include "ControlSocket.hpp"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <iostream>

#include <fcntl.h>

namespace
{

std::atomic<bool> ends{false};
int wakeWrite = -1;

void wake()
{
  const char byte = 0;
  // A full pipe wakes as well.
  (void)!write(wakeWrite, &byte, 1);
}

void endOnSignal(int)
{
  ends = true;
  wake();
}

void say(const std::string& text) { std::cerr << "ghostnote-link: " + text + "\n"; }

struct Options
{
  std::string path = ControlSocket::path("Ghostnote");
  double quantum = 0;
  bool leads = false;
};

constexpr auto usage =
  "usage: ghostnote-link [--name NAME] [--socket PATH] [--quantum BEATS] [--lead]\n"
  "\n"
  "Joins a running session of Ghostnote to an Ableton Link session while its clock source is\n"
  "link: it adopts the tempo of the peers that are there. Without peers, Ghostnote's lasts.\n"
  "\n"
  "  --name NAME      the session's name (default Ghostnote)\n"
  "  --socket PATH    its control socket, if that is elsewhere\n"
  "  --quantum BEATS  beats a bar of the Link session (default: the bar of the pattern)\n"
  "  --lead           with any other clock source, give Ghostnote's tempo and beat to all peers\n";

// Reads the command line; exits where it asks for help or is wrong.
Options options(int count, char** words)
{
  Options found;
  const auto fail = [](const std::string& problem) {
    std::cerr << "ghostnote-link: " << problem << "\n" << usage;
    std::exit(64);
  };
  for (int place = 1; place < count; ++place)
  {
    const std::string word = words[place];
    if (word == "--help" || word == "-h")
    {
      std::cout << usage;
      std::exit(0);
    }
    if (word == "--lead")
    {
      found.leads = true;
      continue;
    }
    if (word != "--name" && word != "--socket" && word != "--quantum")
      fail("unknown option “" + word + "”");
    if (++place == count) fail(word + ": a value is missing");
    const std::string value = words[place];
    if (word == "--name") found.path = ControlSocket::path(value);
    if (word == "--socket") found.path = value;
    if (word != "--quantum") continue;
    char* end = nullptr;
    found.quantum = std::strtod(value.c_str(), &end);
    if (*end || !(found.quantum >= 0.25 && found.quantum <= 1024))
      fail("--quantum: expected 0.25–1024 beats, found “" + value + "”");
  }
  if (!ControlSocket::isPossible(found.path))
    fail("a socket's path has 1–107 bytes, found “" + found.path + "”; --socket PATH names another");
  return found;
}

// Two connections to one session: reports of the beat must not wait while an earlier request is carried out.
class Session
{
public:
  Session(std::string path, Bridge& bridge) : mPath(std::move(path)), mBridge(bridge) {}

  // Connects where that is due.
  void connect()
  {
    if (isOpen()) return;
    mIsAsked = mIsHeard = false;
    if (!mReports.open(mPath) || !mQuestions.open(mPath)) lose(std::strerror(errno));
  }

  bool isOpen() const { return mReports.isOpen() && mQuestions.isOpen(); }
  int reports() const { return mReports.descriptor(); }
  int questions() const { return mQuestions.descriptor(); }

  // Asks how the session stands, unless it still has to reply.
  void ask()
  {
    if (!mIsAsked) mIsAsked = mQuestions.send("clock status");
    if (!isOpen()) lose("it does not read");
  }

  void report()
  {
    const auto line = mBridge.report();
    if (line && !mReports.send(*line)) lose("it does not read");
  }

  // Takes in the replies.
  void receive()
  {
    mReports.receive();
    mQuestions.receive();
    while (const auto line = mReports.line()) hear(*line);
    while (const auto line = mQuestions.line())
    {
      mIsAsked = false;
      const auto status = SessionStatus::read(*line);
      if (!status)
      {
        complain(*line);
        continue;
      }
      // A session that refuses a connection accepts it first: only a reply shows that it is there.
      if (!mIsHeard) say("connected to " + mPath);
      mIsHeard = true;
      mLoss.clear();
      mBridge.heard(*status);
    }
    if (!isOpen()) lose(mComplaint.empty() ? "it has closed the connection" : mComplaint);
  }

private:
  // One connection is of no use without the other. Says why, once each time: a refusal may be noticed by its
  // words or by the end of either connection.
  void lose(const std::string& reason)
  {
    mReports.close();
    mQuestions.close();
    mBridge.disconnected();
    const bool isNews = mIsHeard || mLoss.empty() || !mComplaint.empty();
    if (isNews && reason != mLoss)
    {
      say("waits for a session at " + mPath + " (" + reason + ")");
      mLoss = reason;
    }
    mIsHeard = false;
    mComplaint.clear();
    mErrors = 0;
  }

  void hear(const std::string& reply)
  {
    if (reply.compare(0, 2, "ok") == 0)
      mErrors = 0;
    // One report may meet a change of the clock source.
    else if (++mErrors > 1)
      complain(reply);
  }

  // Says what went wrong, once.
  void complain(const std::string& reply)
  {
    if (reply == mComplaint) return;
    mComplaint = reply;
    if (reply != mLoss) say("Ghostnote replied " + reply);
  }

  const std::string mPath;
  Bridge& mBridge;
  ControlSocket mReports, mQuestions;
  std::string mComplaint, mLoss;
  int mErrors = 0;
  bool mIsAsked = false, mIsHeard = false;
};

// Carries on until a signal; `woken` is written to when Link has changed.
void run(Session& session, int woken)
{
  constexpr std::int64_t askEvery = 50'000'000, reportEvery = 100'000'000, tryEvery = 500'000'000;
  std::int64_t asked = 0, reported = 0, tried = -tryEvery;
  bool isChanged = false;
  while (!ends)
  {
    auto now = HostClock::now(CLOCK_MONOTONIC);
    if (!session.isOpen() && now - tried >= tryEvery)
    {
      tried = now;
      session.connect();
    }
    if (session.isOpen() && (isChanged || now - asked >= askEvery))
    {
      asked = now;
      session.ask();
    }
    if (session.isOpen() && (isChanged || now - reported >= reportEvery))
    {
      reported = now;
      session.report();
    }
    pollfd watched[] = {{woken, POLLIN, 0}, {session.reports(), POLLIN, 0},
      {session.questions(), POLLIN, 0}};
    poll(watched, 3, session.isOpen() ? 25 : 250);
    char bytes[64];
    isChanged = false;
    while (read(woken, bytes, sizeof bytes) > 0) isChanged = true;
    if (session.isOpen()) session.receive();
  }
}

} // namespace

int main(int count, char** words)
{
  const auto chosen = options(count, words);
  int pipeEnds[2];
  if (pipe2(pipeEnds, O_NONBLOCK | O_CLOEXEC) != 0)
  {
    say(std::string("cannot make a pipe: ") + std::strerror(errno));
    return 1;
  }
  wakeWrite = pipeEnds[1];
  std::signal(SIGINT, endOnSignal);
  std::signal(SIGTERM, endOnSignal);
  std::signal(SIGPIPE, SIG_IGN);

  ableton::Link link(120);
  link.setTempoCallback([](double) { wake(); });
  link.setStartStopCallback([](bool) { wake(); });
  link.setNumPeersCallback([](std::size_t peers) {
    say(peers == 1 ? "1 peer" : std::to_string(peers) + " peers");
    wake();
  });
  Bridge bridge(link, chosen.quantum, chosen.leads, say);
  Session session(chosen.path, bridge);
  run(session, pipeEnds[0]);
  link.enable(false);
  return 0;
}
