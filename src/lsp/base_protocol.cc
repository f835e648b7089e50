#include "src/lsp/base_protocol.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "src/support/ascii.h"
#include "src/support/ascii_text.h"

namespace kval::lsp {
namespace {

constexpr std::string_view kBreak = "\r\n";
constexpr std::string_view kEnd = "\r\n\r\n";
constexpr std::string_view kLength = "content-length";
// Far more than the two fields that there are.
constexpr size_t kMostHeaderBytes = 4096;

bool IsLength(std::string_view name) {
  return std::equal(name.begin(), name.end(), kLength.begin(), kLength.end(),
                    [](char a, char b) { return ToLower(a) == b; });
}

// The length that a header's fields give; nothing when they give none, or no number.
std::optional<size_t> LengthIn(std::string_view header) {
  std::optional<size_t> length;
  for (size_t begin = 0; begin < header.size();) {
    const size_t end = std::min(header.find(kBreak, begin), header.size());
    const std::string_view field = header.substr(begin, end - begin);
    begin = end + kBreak.size();
    const size_t colon = field.find(':');
    if (colon == std::string_view::npos) {
      return std::nullopt;
    }
    if (!IsLength(Trimmed(field.substr(0, colon)))) {
      continue;
    }
    const std::string_view digits = Trimmed(field.substr(colon + 1));
    size_t number = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || stop != digits.data() + digits.size()) {
      return std::nullopt;
    }
    length = number;
  }
  return length;
}

}  // namespace

Failure MessageReader::Fail(std::string message) {
  failed_ = std::move(message);
  return Failure{failed_};
}

Result<bool> MessageReader::ReadHeader() {
  const size_t end = buffer_.find(kEnd, std::max(begin_, looked_at_));
  if (end == std::string::npos) {
    if (buffer_.size() - begin_ > kMostHeaderBytes) {
      return Fail("the input is not a message of the Language Server Protocol: it has no header");
    }
    looked_at_ = buffer_.size() - std::min(buffer_.size() - begin_, kEnd.size() - 1);
    return false;
  }
  length_ = LengthIn(std::string_view(buffer_).substr(begin_, end - begin_));
  if (!length_) {
    return Fail("the input is not a message of the Language Server Protocol: it has no Content-Length");
  }
  if (*length_ > most_bytes_) {
    return Fail("a message has " + std::to_string(*length_) + " bytes, more than the limit " +
                std::to_string(most_bytes_));
  }
  begin_ = looked_at_ = end + kEnd.size();
  return true;
}

Result<std::optional<std::string>> MessageReader::Next() {
  if (!failed_.empty()) {
    return Failure{failed_};
  }
  if (!length_) {
    const Result<bool> is_there = ReadHeader();
    if (!is_there) {
      return is_there.failure();
    }
  }
  if (!length_ || buffer_.size() - begin_ < *length_) {
    return std::optional<std::string>();
  }
  std::string message = buffer_.substr(begin_, *length_);
  begin_ += *std::exchange(length_, std::nullopt);
  looked_at_ = begin_;
  if (begin_ == buffer_.size() || begin_ > buffer_.size() / 2) {
    buffer_.erase(0, begin_);
    begin_ = looked_at_ = 0;
  }
  return std::optional<std::string>(std::move(message));
}

std::string AddHeader(std::string_view message) {
  return "Content-Length: " + std::to_string(message.size()) + "\r\n\r\n" + std::string(message);
}

}  // namespace kval::lsp
