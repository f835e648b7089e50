#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/support/result.h"

namespace kval::lsp {

// The base protocol (Language Server Protocol 3.17, "Base Protocol"): messages of JSON, each behind a header
// with its length in bytes.
class Frames {
 public:
  // A message that is longer is a failure.
  explicit Frames(size_t most_bytes) : most_bytes_(most_bytes) {}

  // Takes bytes as they come in, in pieces of any size.
  void Add(std::string_view bytes) { waiting_ += bytes; }

  // The next message that is there as a whole; nothing while more bytes are needed. After a failure it is not
  // known where a message begins, and every call fails. Costs are linear in the bytes.
  Result<std::optional<std::string>> Next();

 private:
  Result<bool> ReadHeader();  // whether it is there as a whole
  Failure Fail(std::string message);

  size_t most_bytes_;
  std::string waiting_;
  size_t begin_ = 0;      // bytes before it are consumed
  size_t looked_at_ = 0;  // no header ends before
  std::optional<size_t> length_;
  std::string failed_;
};

// A message with its header.
std::string Framed(std::string_view message);

}  // namespace kval::lsp
