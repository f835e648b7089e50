#include <string>
#include <vector>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/builtins/regex.h"
#include "src/lang/kcl/runtime/size_estimate.h"

// The module `regex`. Source: kcl crates/runtime/src/regex/mod.rs: the string comes before the pattern, and
// `match` matches anywhere.

namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Runtime;
using runtime::Value;

// The two arguments that nearly all functions begin with.
struct Subject {
  std::string_view text;
  Regex regex;
};

// A pattern as it was compiled, and what that took.
struct Compiled {
  Result<Regex> regex;
  uint64_t work;
};
constexpr size_t kMostKept = 8;
constexpr size_t kLongestKept = 1024;
using KeptPatterns = RecentCache<Compiled, kMostKept>;

Result<Regex> CompileFor(Runtime& runtime, std::string_view pattern, std::string_view text) {
  const bool is_long = text.size() > Regex::kLongText;
  const auto compile = [pattern, is_long, &runtime] {
    uint64_t work = 0;
    Result<Regex> regex = Regex::Compile(pattern, runtime.limits(), work, is_long);
    return Compiled{std::move(regex), work};
  };
  const bool is_kept = runtime.kept() != nullptr && pattern.size() <= kLongestKept;
  // No pattern has a byte that is no UTF-8.
  const std::string key = is_kept ? std::string(pattern) + (is_long ? "\xff" : "") : std::string();
  const Compiled compiled = is_kept ? runtime.kept()->Of<KeptPatterns>().Of(key, compile) : compile();
  runtime.Charge(compiled.work);
  return compiled.regex;
}

Regex::Charge ChargeTo(Runtime& runtime) {
  return [&runtime](uint64_t steps) { return runtime.Charge(steps); };
}

std::optional<Subject> SubjectOf(Runtime& runtime, Arguments& args) {
  std::optional<std::string_view> text = args.String(0, "string");
  std::optional<std::string_view> pattern = args.String(1, "pattern");
  if (!text || !pattern || !runtime.Charge(1 + text->size() / 64)) {
    return std::nullopt;
  }
  Result<Regex> regex = CompileFor(runtime, *pattern, *text);
  if (!regex && regex.failure().kind == FailureKind::kTooLarge) {
    runtime.FailLimit(runtime::Limit::kSteps, "the regular expression: " + regex.failure().message);
    return std::nullopt;
  }
  if (!regex) {
    runtime.Fail("invalid regular expression '" + std::string(*pattern) + "': " + regex.failure().message);
    return std::nullopt;
  }
  return Subject{*text, *regex};
}

Value FailMatching(Runtime& runtime, const Failure& failure) {
  if (failure.message.find("UTF-8") != std::string::npos) {
    return runtime.Fail("the regular expression cannot be matched: " + failure.message);
  }
  // All else that can fail is a limit of the matching.
  return runtime.FailLimit(runtime::Limit::kSteps,
                           "the regular expression cannot be matched: " + failure.message);
}

Value Matches(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "match");
  std::optional<Subject> subject = SubjectOf(runtime, args);
  if (!subject) {
    return {};
  }
  Result<std::optional<Regex::Match>> match = subject->regex.Find(subject->text, ChargeTo(runtime));
  return match ? runtime::Bool(match->has_value()) : FailMatching(runtime, match.failure());
}

Value Compile(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> pattern = Arguments(runtime, call, "compile").String(0, "pattern");
  return pattern ? runtime::Bool(CompileFor(runtime, *pattern, {}).ok()) : Value();
}

std::string_view TextOf(std::string_view text, const std::optional<Regex::MatchRange>& place) {
  return place ? text.substr(place->begin, place->end - place->begin) : std::string_view();
}

// Whole matches; with two groups or more the lists of their groups.
Value FindAll(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "findall");
  std::optional<Subject> subject = SubjectOf(runtime, args);
  if (!subject) {
    return {};
  }
  std::vector<Value> found;
  const auto take = [&](const Regex::Match& match) {
    if (match.size() < 3) {
      found.push_back(String(runtime.heap(), TextOf(subject->text, match[0])));
      return CheckListSize(runtime, found.size());
    }
    std::vector<Value> groups;
    for (size_t i = 1; i < match.size(); ++i) {
      groups.push_back(String(runtime.heap(), TextOf(subject->text, match[i])));
    }
    found.push_back(MakeList(runtime.heap(), groups));
    return CheckListSize(runtime, found.size());
  };
  const Result<bool> all = subject->regex.FindAll(subject->text, ChargeTo(runtime), take);
  return all ? MakeList(runtime.heap(), found) : FailMatching(runtime, all.failure());
}

Value Replace(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "replace");
  std::optional<Subject> subject = SubjectOf(runtime, args);
  std::optional<std::string_view> replacement = args.String(2, "replace");
  int64_t count = args.GetIntOr(3, "count", 0);
  if (!subject || !replacement) {
    return {};
  }
  std::string out;
  size_t begin = 0;
  int64_t done = 0;
  const size_t most = MaxStringSize(runtime);
  const auto replace = [&](const Regex::Match& match) {
    constexpr size_t kBytesOfStep = 16;
    out += subject->text.substr(begin, match[0]->begin - begin);
    subject->regex.Expand(*replacement, subject->text, match, most, out);
    begin = match[0]->end;
    return runtime.Charge(replacement->size() / kBytesOfStep) &&
           runtime.heap().CanAllocateString(out.size()) && ++done != count;
  };
  const Result<bool> all = subject->regex.FindAll(subject->text, ChargeTo(runtime), replace);
  if (!all) {
    return FailMatching(runtime, all.failure());
  }
  out += subject->text.substr(begin);
  return runtime.heap().CanAllocateString(out.size())
             ? String(runtime.heap(), out)
             : runtime.Fail("the string is larger than the memory limit");
}

// As in KCL, `maxsplit` is the maximum number of parts, and the rest of the string is dropped.
Value Split(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "split");
  std::optional<Subject> subject = SubjectOf(runtime, args);
  int64_t limit = args.GetIntOr(2, "maxsplit", 0);
  if (!subject) {
    return {};
  }
  std::vector<Value> parts;
  size_t begin = 0;
  const auto cut = [&](const Regex::Match& match) {
    parts.push_back(String(runtime.heap(), subject->text.substr(begin, match[0]->begin - begin)));
    begin = match[0]->end;
    return CheckListSize(runtime, parts.size()) && static_cast<int64_t>(parts.size()) != limit;
  };
  const Result<bool> all = subject->regex.FindAll(subject->text, ChargeTo(runtime), cut);
  if (!all) {
    return FailMatching(runtime, all.failure());
  }
  if (*all) {
    parts.push_back(String(runtime.heap(), subject->text.substr(begin)));
  }
  return MakeList(runtime.heap(), parts);
}

constexpr Native kRegexFunctions[] = {
    {"replace", Replace}, {"match", Matches},  {"compile", Compile},
    {"findall", FindAll}, {"search", Matches}, {"split", Split},
};

}  // namespace

std::span<const Native> RegexNatives() {
  return kRegexFunctions;
}

}  // namespace kval::kcl::builtins
