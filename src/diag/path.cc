#include "src/diag/path.h"

namespace kval::diag {
namespace {

bool IsPlain(std::string_view key) {
  for (char c : key) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || byte == 0x7F || c == '.' || c == '[' || c == ']' || c == '"' || c == '\\') {
      return false;
    }
  }
  return !key.empty();
}

std::string Quoted(std::string_view key) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\"";
  for (char c : key) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < ' ' || byte == 0x7F) {
      out += "\\x";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace

std::string Display(const Path& path) {
  std::string out;
  for (const PathStep& step : path) {
    if (step.index >= 0) {
      out += "[" + std::to_string(step.index) + "]";
    } else if (IsPlain(step.key)) {
      out += (out.empty() ? "" : ".") + step.key;
    } else {
      out += "[" + Quoted(step.key) + "]";
    }
  }
  return out;
}

std::string JsonPointer(const Path& path) {
  std::string out;
  for (const PathStep& step : path) {
    out += '/';
    if (step.index >= 0) {
      out += std::to_string(step.index);
      continue;
    }
    for (char c : step.key) {
      if (c == '~') {
        out += "~0";
      } else if (c == '/') {
        out += "~1";
      } else {
        out += c;
      }
    }
  }
  return out;
}

}  // namespace kval::diag
