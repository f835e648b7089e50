#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/support/result.h"

namespace kval::lsp {

// The base protocol (Language Server Protocol 3.17, "Base Protocol"): JSON messages, each preceded by a
// header with its length in bytes.
class MessageReader {
 public:
  // A message that is longer is a failure.
  explicit MessageReader(size_t most_bytes) : most_bytes_(most_bytes) {}

  // Adds received bytes, in pieces of any size.
  void Add(std::string_view bytes) { buffer_ += bytes; }

  // Returns the next complete message; nullopt if more bytes are needed. After a failure the message
  // boundaries are unknown, and every call fails. Cost: linear in the bytes.
  Result<std::optional<std::string>> Next();

 private:
  Result<bool> ReadHeader();  // whether it is there as a whole
  Failure Fail(std::string message);

  size_t most_bytes_;
  std::string buffer_;
  size_t begin_ = 0;      // bytes before it are consumed
  size_t looked_at_ = 0;  // no header ends before
  std::optional<size_t> length_;
  std::string failed_;
};

// A message with its header.
std::string AddHeader(std::string_view message);

}  // namespace kval::lsp
