#include "src/lang/kcl/builtins/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "src/lang/kcl/builtins/linear_regex.h"
#include "src/lang/kcl/builtins/regex_syntax.h"
#include "src/support/utf8.h"

namespace kval::kcl::builtins {
namespace {

constexpr size_t kMaxPattern = 64 * 1024;
constexpr size_t kMaxMatches = 1'000'000;
constexpr uint32_t kDepthLimit = 100'000;
// What PCRE2 may hold while it matches, for each byte that a compiled pattern may take.
constexpr uint64_t kMatchBytes = 8;
// One evaluator step covers that much of the string, or that many of PCRE2's steps.
constexpr size_t kTextOfAStep = 64;
constexpr uint64_t kMatchesOfAStep = 16;
constexpr uint64_t kTextOfAMatch = kTextOfAStep / kMatchesOfAStep;

template <typename T, void (*Free)(T*)>
struct Deleter {
  void operator()(T* object) const { Free(object); }
};
using CodePointer = std::unique_ptr<pcre2_code, Deleter<pcre2_code, pcre2_code_free>>;
using CompileContext =
    std::unique_ptr<pcre2_compile_context, Deleter<pcre2_compile_context, pcre2_compile_context_free>>;
using MatchContext =
    std::unique_ptr<pcre2_match_context, Deleter<pcre2_match_context, pcre2_match_context_free>>;
using MatchBlock = std::unique_ptr<pcre2_match_data, Deleter<pcre2_match_data, pcre2_match_data_free>>;

std::string MessageOf(int code) {
  PCRE2_UCHAR buffer[256];
  int length = pcre2_get_error_message(code, buffer, sizeof(buffer));
  return length < 0 ? "unknown error" : std::string(reinterpret_cast<const char*>(buffer), length);
}

bool IsNameCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// How much text a search went over, and how much it may.
struct Way {
  size_t place;
  uint64_t length = 0;
  uint64_t most;
};

// PCRE2 calls this before each part of the pattern; it counts a part as one step, however long the part
// takes.
int GoOn(pcre2_callout_block* block, void* data) {
  Way& way = *static_cast<Way*>(data);
  const size_t place = block->current_position;
  way.length += place > way.place ? place - way.place : way.place - place;
  way.place = place;
  return way.length > way.most ? PCRE2_ERROR_CALLOUT : 0;
}

}  // namespace

struct Regex::Code {
  CodePointer code;
  MatchContext context;
  uint64_t match_limit;
  std::string pattern;  // as PCRE2 reads it
  size_t memory;
};

Result<Regex> Regex::Compile(std::string_view pattern, const Limits& limits, uint64_t& work,
                             bool counts_text) {
  work += 1 + pattern.size() / kTextOfAStep;
  Result<std::string> translated = TranslatePattern(pattern);
  if (!translated) {
    return translated.failure();
  }
  const std::string& text = *translated;
  int error = 0;
  PCRE2_SIZE offset = 0;
  CompileContext compile(pcre2_compile_context_create(nullptr));
  pcre2_set_max_pattern_length(compile.get(), kMaxPattern);
  CodePointer code(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(),
                                 PCRE2_UTF | PCRE2_UCP | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C |
                                     (counts_text ? PCRE2_AUTO_CALLOUT : 0),
                                 &error, &offset, compile.get()));
  if (code == nullptr) {
    return Failure{MessageOf(error)};
  }
  size_t size = 0;
  pcre2_pattern_info(code.get(), PCRE2_INFO_SIZE, &size);
  work += size / kTextOfAStep;
  if (size > limits.regex_memory) {
    return Failure{"it takes more memory than the limit `regex-memory`", FailureKind::kTooLarge};
  }
  MatchContext context(pcre2_match_context_create(nullptr));
  pcre2_set_depth_limit(context.get(), kDepthLimit);
  pcre2_set_heap_limit(context.get(), static_cast<uint32_t>(limits.regex_memory / kKibibyte * kMatchBytes));
  auto held = std::make_shared<Code>();
  held->code = std::move(code);
  held->context = std::move(context);
  held->match_limit = limits.regex_matches;
  held->pattern = text;
  held->memory = limits.regex_memory;
  return Regex(std::move(held));
}

Result<std::optional<Regex::Match>> Regex::Find(std::string_view text, const Charge& charge) const {
  if (utf8::FirstInvalid(text) != text.size()) {
    return Failure{"the string is not valid UTF-8"};
  }
  return Search(text, 0, charge);
}

// PCRE2 would check the encoding of the whole string again for every match. It does not report its number of
// steps: it gets a small limit first, then larger ones, and the last limit is the cost, within a factor. The
// length of the string it reads is handled the same way.
Result<std::optional<Regex::Match>> Regex::Search(std::string_view text, size_t from,
                                                  const Charge& charge) const {
  constexpr uint64_t kFirst = 256;
  constexpr uint64_t kFactor = 8;
  MatchBlock block(pcre2_match_data_create_from_pattern(code_->code.get(), nullptr));
  int count = PCRE2_ERROR_MATCHLIMIT;
  const uint64_t limit = code_->match_limit;
  for (uint64_t most = std::min(kFirst, limit);; most *= kFactor) {
    if (!charge(most / kMatchesOfAStep + group_count())) {
      return Failure{"it takes too many steps"};
    }
    Way way{.place = from, .most = most * kTextOfAMatch};
    pcre2_set_callout(code_->context.get(), GoOn, &way);
    pcre2_set_match_limit(code_->context.get(), static_cast<uint32_t>(std::min(most, limit)));
    count = pcre2_match(code_->code.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), from,
                        PCRE2_NO_UTF_CHECK, block.get(), code_->context.get());
    if (count != PCRE2_ERROR_CALLOUT && (count != PCRE2_ERROR_MATCHLIMIT || most >= limit)) {
      break;
    }
  }
  if (count == PCRE2_ERROR_NOMATCH) {
    return std::optional<Match>();
  }
  if (count == PCRE2_ERROR_MATCHLIMIT) {
    return SearchLinear(text, from, charge);
  }
  if (count < 0) {
    return Failure{MessageOf(count)};
  }
  const PCRE2_SIZE* places = pcre2_get_ovector_pointer(block.get());
  Match match;
  for (size_t i = 0; i <= group_count(); ++i) {
    bool is_set = static_cast<int>(i) < count && places[2 * i] != PCRE2_UNSET;
    match.push_back(is_set ? std::optional<MatchRange>({places[2 * i], places[2 * i + 1]}) : std::nullopt);
  }
  // `\K` in a look-ahead can put the end before the beginning.
  if (match[0]->end < match[0]->begin) {
    match[0]->begin = match[0]->end;
  }
  return std::optional<Match>(std::move(match));
}

Result<std::optional<Regex::Match>> Regex::SearchLinear(std::string_view text, size_t from,
                                                        const Charge& charge) const {
  const auto linear =
      LinearRegex::IsFor(text) ? LinearRegex::Compile(code_->pattern, code_->memory) : nullptr;
  if (linear == nullptr) {
    return Failure{"it takes more steps than the limit `regex-matches`"};
  }
  if (!charge(linear->CostOf(text))) {
    return Failure{"it takes too many steps"};
  }
  const std::optional<LinearRegex::Places> places = linear->Find(text, from);
  if (!places) {
    return std::optional<Match>();
  }
  Match match;
  for (const auto& place : *places) {
    match.push_back(place ? std::optional<MatchRange>({place->first, place->second}) : std::nullopt);
  }
  return std::optional<Match>(std::move(match));
}

Result<bool> Regex::FindAll(std::string_view text, const Charge& charge, const Visit& visit) const {
  if (utf8::FirstInvalid(text) != text.size()) {
    return Failure{"the string is not valid UTF-8"};
  }
  size_t count = 0;
  std::optional<size_t> last_end;
  for (size_t from = 0; from <= text.size();) {
    Result<std::optional<Match>> found = Search(text, from, charge);
    if (!found) {
      return found.failure();
    }
    if (!*found) {
      break;
    }
    MatchRange place = *(**found)[0];
    bool is_empty = place.begin == place.end;
    from = place.end;
    if (is_empty) {
      from += from < text.size() ? utf8::Decode(text, from).length : 1;
    }
    if (is_empty && last_end == place.end) {
      continue;
    }
    last_end = place.end;
    if (++count > kMaxMatches) {
      return Failure{"there are too many matches"};
    }
    if (!visit(**found)) {
      return false;
    }
  }
  return true;
}

size_t Regex::group_count() const {
  uint32_t count = 0;
  pcre2_pattern_info(code_->code.get(), PCRE2_INFO_CAPTURECOUNT, &count);
  return count;
}

std::optional<size_t> Regex::GroupOf(std::string_view name) const {
  size_t number = 0;
  auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error == std::errc() && end == name.data() + name.size()) {
    return number <= group_count() ? std::optional<size_t>(number) : std::nullopt;
  }
  std::string text(name);
  int group = pcre2_substring_number_from_name(code_->code.get(), reinterpret_cast<PCRE2_SPTR>(text.c_str()));
  return group > 0 ? std::optional<size_t>(static_cast<size_t>(group)) : std::nullopt;
}

void Regex::Expand(std::string_view replacement, std::string_view text, const Match& match, size_t most,
                   std::string& out) const {
  for (size_t i = 0; i < replacement.size() && out.size() <= most;) {
    if (replacement[i] != '$' || i + 1 == replacement.size()) {
      out += replacement[i++];
      continue;
    }
    if (replacement[i + 1] == '$') {
      out += '$';
      i += 2;
      continue;
    }
    bool has_brace = replacement[i + 1] == '{';
    size_t begin = i + (has_brace ? 2 : 1);
    size_t end = begin;
    while (end < replacement.size() &&
           (has_brace ? replacement[end] != '}' : IsNameCharacter(replacement[end]))) {
      ++end;
    }
    if (end == begin || (has_brace && end == replacement.size())) {
      out += replacement[i++];
      continue;
    }
    std::optional<size_t> group = GroupOf(replacement.substr(begin, end - begin));
    if (group && match[*group]) {
      out += text.substr(match[*group]->begin, match[*group]->end - match[*group]->begin);
    }
    i = end + (has_brace ? 1 : 0);
  }
}

}  // namespace kval::kcl::builtins
