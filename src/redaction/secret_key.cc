#include "src/redaction/secret_key.h"

#include <algorithm>

#include "src/redaction/secret_unescape.h"
#include "src/support/ascii.h"

namespace kval::redaction {
namespace {

// Longer strings are not keys, so that long lines are not scanned repeatedly.
constexpr size_t kLongestName = 1024;

bool IsSpaceOrTab(char c) {
  return c == ' ' || c == '\t';
}

// Where the quotes open that close at `close`, or npos. Those that are escaped are looked past, but not for
// longer than a name is.
size_t OpeningQuote(std::string_view line, size_t close) {
  const char quote = line[close];
  size_t open = close == 0 ? std::string_view::npos : line.rfind(quote, close - 1);
  while (quote == '"' && open != std::string_view::npos && open > 0 && line[open - 1] == '\\' &&
         close - open < kLongestName) {
    open = line.rfind(quote, open - 1);
  }
  return open;
}

// Where an index begins that ends before `end`, `[0]`; `end` where there is none.
size_t BeginOfIndex(std::string_view line, size_t end) {
  if (end < 3 || line[end - 1] != ']') {
    return end;
  }
  size_t at = end - 1;
  while (at > 0 && line[at - 1] >= '0' && line[at - 1] <= '9') {
    --at;
  }
  return at < end - 1 && at > 0 && line[at - 1] == '[' ? at - 1 : end;
}

std::string WithoutIndices(std::string_view path) {
  std::string out;
  bool is_index = false;
  for (const char c : path) {
    is_index = is_index || c == '[';
    out += is_index ? std::string_view() : std::string_view(&c, 1);
    is_index = is_index && c != ']';
  }
  return out;
}

}  // namespace

bool IsKeyChar(char c) {
  return IsAlnum(c) || std::string_view("_-./").find(c) != std::string_view::npos ||
         static_cast<unsigned char>(c) >= 0x80;
}

OffsetRange KeyBefore(std::string_view line, size_t end) {
  end -= end > 1 && line[end - 1] == ':' && !IsSpaceOrTab(line[end - 2]) ? 1 : 0;  // `password:: x`
  while (end > 0 && (IsSpaceOrTab(line[end - 1]) || line[end - 1] == '?')) {
    --end;
  }
  if (end > 1 && (line[end - 1] == '"' || line[end - 1] == '\'')) {
    const size_t open = OpeningQuote(line, end - 1);
    return open == std::string_view::npos ? OffsetRange{} : OffsetRange{open + 1, end - 1};
  }
  size_t begin = end;
  for (size_t at = begin; at > 0; at = begin) {
    begin = IsKeyChar(line[at - 1]) ? at - 1 : BeginOfIndex(line, at);
    if (begin == at) {
      break;
    }
  }
  return begin < end && line[begin] == '[' ? OffsetRange{} : OffsetRange{begin, end};
}

std::string NameOfBrokenPath(std::string_view line, size_t end) {
  size_t begin = end;
  while (begin > 0 && end - begin < kLongestName &&
         (IsKeyChar(line[begin - 1]) || line[begin - 1] == '[' || line[begin - 1] == ']')) {
    --begin;
  }
  // The text after an index is a separate key.
  std::string path(line.substr(begin, end - begin));
  std::replace(path.begin(), path.end(), ']', '.');
  for (size_t open = path.find('['); open != std::string::npos; open = path.find('[', open)) {
    path.erase(open, std::min(path.find('.', open), path.size()) - open);
  }
  return path;
}

std::string NameOfKey(std::string_view line, OffsetRange key) {
  const std::string_view text = line.substr(key.begin, key.end - key.begin);
  if (key.begin > 0 && line[key.begin - 1] == '"') {
    return text.find('\\') == std::string_view::npos ? std::string(text) : Unescaped(text);
  }
  return text.find('[') == std::string_view::npos ? std::string(text) : WithoutIndices(text);
}

}  // namespace kval::redaction
