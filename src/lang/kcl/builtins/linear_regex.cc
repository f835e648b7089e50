#include "src/lang/kcl/builtins/linear_regex.h"

#include <re2/re2.h>

#include <algorithm>

namespace kval::kcl::builtins {

struct LinearRegex::Code {
  Code(const std::string& pattern, const re2::RE2::Options& options) : regex(pattern, options) {}

  re2::RE2 regex;
};

LinearRegex::LinearRegex(std::unique_ptr<Code> code) : code_(std::move(code)) {}

LinearRegex::~LinearRegex() = default;

std::shared_ptr<const LinearRegex> LinearRegex::Compile(const std::string& pattern, size_t memory) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(static_cast<int64_t>(memory));
  auto code = std::make_unique<Code>(pattern, options);
  return code->regex.ok() ? std::shared_ptr<const LinearRegex>(new LinearRegex(std::move(code))) : nullptr;
}

bool LinearRegex::IsFor(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::optional<LinearRegex::Places> LinearRegex::Find(std::string_view text, size_t from) const {
  std::vector<re2::StringPiece> groups(static_cast<size_t>(code_->regex.NumberOfCapturingGroups()) + 1);
  const re2::StringPiece whole(text.data(), text.size());
  if (!code_->regex.Match(whole, from, text.size(), re2::RE2::UNANCHORED, groups.data(),
                          static_cast<int>(groups.size()))) {
    return std::nullopt;
  }
  Places places;
  for (const re2::StringPiece& group : groups) {
    const size_t begin = group.data() == nullptr ? 0 : static_cast<size_t>(group.data() - text.data());
    places.push_back(group.data() == nullptr ? std::nullopt
                                             : std::optional(std::pair(begin, begin + group.size())));
  }
  return places;
}

size_t LinearRegex::CostOf(std::string_view text) const {
  return text.size() * static_cast<size_t>(code_->regex.ProgramSize()) / 64;
}

}  // namespace kval::kcl::builtins
