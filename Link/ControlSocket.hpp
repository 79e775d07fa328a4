// Copyright 2026 the authors of Ghostnote. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// A connection to a session's control socket: lines out, lines in. Never waits.
class ControlSocket
{
public:
  ~ControlSocket() { close(); }
  ControlSocket() = default;
  ControlSocket(const ControlSocket&) = delete;
  ControlSocket& operator=(const ControlSocket&) = delete;

  // Where the session of that name listens (docs/control.md).
  static std::string path(const std::string& name)
  {
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    const auto folder = runtime && *runtime ? std::string(runtime) + "/ghostnote"
                                            : "/tmp/ghostnote-" + std::to_string(getuid());
    return folder + "/" + escaped(name) + ".sock";
  }

  // Whether a socket can have that path.
  static bool isPossible(const std::string& path)
  {
    return !path.empty() && path.size() < sizeof(sockaddr_un::sun_path);
  }

  bool isOpen() const { return mDescriptor >= 0; }
  int descriptor() const { return mDescriptor; }

  bool open(const std::string& path)
  {
    close();
    mReceived.clear();
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (!isPossible(path))
    {
      errno = ENAMETOOLONG;
      return false;
    }
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    mDescriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (mDescriptor < 0) return false;
    if (connect(mDescriptor, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0)
      return true;
    close();
    return false;
  }

  void close()
  {
    if (mDescriptor >= 0) ::close(mDescriptor);
    mDescriptor = -1;
  }

  // Sends a line. A session that does not read is one that has gone: the connection is closed.
  bool send(const std::string& line)
  {
    if (!isOpen()) return false;
    const auto text = line + "\n";
    const auto count = ::send(mDescriptor, text.data(), text.size(), MSG_NOSIGNAL);
    if (count == static_cast<ssize_t>(text.size())) return true;
    close();
    return false;
  }

  // Takes in what has arrived; false, and closed, where the session ended. What it sent before can still be read.
  bool receive()
  {
    char buffer[4096];
    while (isOpen())
    {
      const auto count = recv(mDescriptor, buffer, sizeof buffer, 0);
      if (count > 0)
        mReceived.append(buffer, static_cast<std::size_t>(count));
      else if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        break;
      else if (count == 0 || errno != EINTR)
        close();
      if (mReceived.size() > 1 << 20) close();
    }
    return isOpen();
  }

  // The next whole line that has arrived.
  std::optional<std::string> line()
  {
    const auto end = mReceived.find('\n');
    if (end == std::string::npos) return std::nullopt;
    auto found = mReceived.substr(0, end);
    mReceived.erase(0, end + 1);
    return found;
  }

private:
  static std::string escaped(const std::string& name)
  {
    std::string result;
    for (std::size_t place = 0; place < name.size(); ++place)
    {
      const auto byte = static_cast<unsigned char>(name[place]);
      const bool isPlain =
        byte != '/' && byte != '%' && byte >= 32 && byte != 127 && !(byte == '.' && place == 0);
      char hex[4];
      std::snprintf(hex, sizeof hex, "%%%02X", byte);
      result += isPlain ? std::string(1, name[place]) : hex;
    }
    return result;
  }

  int mDescriptor = -1;
  std::string mReceived;
};
