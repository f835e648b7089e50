#include "src/driver/helm/set.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>
#include <string_view>

#include "src/driver/flags/flag_path.h"
#include "src/driver/inputs/reading.h"
#include "src/driver/session.h"
#include "src/lang/kcl/run/data_file.h"
#include "src/merge/flag_path.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

using diag::Def;

constexpr Def<std::string_view> kNoEquals{diag::Kind::kBadFlagValue, "expected `{} key=value`"};
constexpr Def<> kNoMap{diag::Kind::kBadFlagValue, "a key cannot be set below a scalar"};
constexpr Def<> kLargeIndex{diag::Kind::kBadFlagValue, "the index is too large: 65536 is the largest"};
constexpr Def<> kUnclosedList{diag::Kind::kBadFlagValue, "a list opened by `{` is never closed"};

constexpr int64_t kLargestIndex = 65536;  // as in Helm: missing items before an index become null

// In any case (strvals.typedVal of helm).
bool IsWord(std::string_view text, std::string_view word) {
  return text.size() == word.size() &&
         std::equal(text.begin(), text.end(), word.begin(),
                    [](unsigned char a, unsigned char b) { return std::tolower(a) == static_cast<int>(b); });
}

bool HasIndex(const std::vector<merge::FlagStep>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const merge::FlagStep& step) { return step.index >= 0; });
}

source::FlagSource TextOf(const FlagValue& flag) {
  return {flag.flag, flag.kind == FlagKind::kSetString ? "--set" : ""};
}

class Assignments {
 public:
  Assignments(const FlagValue& flag, Session& session, FlagScalars& scalars, std::vector<Layer>& layers)
      : flag_(flag),
        session_(session),
        scalars_(scalars),
        layers_(layers),
        build_(&session.arena),
        file_(session.flag_strings.Add(TextOf(flag), "(" + flag.flag.substr(2) + " arg)", flag.text,
                                       session.sources)),
        text_(file_.text()) {}

  void Run() {
    while (at_ < text_.size()) {
      if (!One()) {
        return;
      }
    }
  }

 private:
  source::Span SpanOf(size_t begin, size_t end) const {
    return {file_.base() + static_cast<uint32_t>(begin), file_.base() + static_cast<uint32_t>(end)};
  }

  // One `path=value` up to the comma behind it.
  bool One() {
    const size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '=') {
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    if (at_ >= text_.size()) {
      session_.emit.Report(SpanOf(begin, text_.size()), kNoEquals, flag_.flag).Emit();
      return false;
    }
    const std::string_view path = text_.substr(begin, at_ - begin);
    const std::optional<std::vector<merge::FlagStep>> steps =
        ReadFlagPath(path, file_.base() + static_cast<uint32_t>(begin), SpanOf(begin, at_),
                     merge::EmptySteps::kAreErrors, session_);
    if (!steps) {
      return false;
    }
    for (const merge::FlagStep& step : *steps) {
      if (step.index > kLargestIndex) {
        session_.emit.Report(step.span, kLargeIndex).Emit();
        return false;
      }
    }
    if (IsBelowScalar(*steps, SpanOf(begin, at_))) {
      return false;
    }
    ++at_;
    const value::Value* value = flag_.kind == FlagKind::kSetJson ? Json() : Value();
    if (value == nullptr) {
      return false;
    }
    // An item is set among the others; without one lists are replaced.
    merge::MergePlan plan(HasIndex(*steps) ? merge::Defaults::kAnnotated : merge::Defaults::kPlain);
    const value::Value* root = merge::FlagOverlay(*steps, *value, build_, plan, merge::FlagItems::kMayBeNew);
    layers_.push_back(FlagLayer(root, std::move(plan), value->span));
    return true;
  }

  // `x=1,x.y=2`: helm refuses to make a map of what another flag set to a scalar.
  bool IsBelowScalar(const std::vector<merge::FlagStep>& steps, source::Span at) {
    scalars_.Follow(layers_);
    const value::Value* obstacle = scalars_.Obstacle(steps);
    if (obstacle != nullptr) {
      session_.emit.Report(at, kNoMap).Related(obstacle->span, "this flag sets a scalar").Emit();
    }
    return obstacle != nullptr;
  }

  // Where the JSON value ends that begins here: at a comma outside of brackets and strings.
  size_t EndOfJson() const {
    int depth = 0;
    bool in_string = false;
    for (size_t at = at_; at < text_.size(); ++at) {
      const char c = text_[at];
      if (in_string) {
        at += c == '\\' ? 1 : 0;
        in_string = c != '"';
      } else if (c == ',' && depth <= 0) {
        return at;
      } else {
        in_string = c == '"';
        depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
      }
    }
    return text_.size();
  }

  // Empty text is null, as for helm.
  const value::Value* Json() {
    const size_t end = EndOfJson();
    const source::SourceFile& rest = session_.flag_strings.AddPart(
        TextOf(flag_), file_.name(), std::string(text_.substr(at_, end - at_)), session_.sources);
    const source::Span span = SpanOf(at_, end);
    at_ = end < text_.size() ? end + 1 : end;
    if (rest.text().find_first_not_of(" \t\r\n") == std::string_view::npos) {
      return build_.Null(span);
    }
    if (!kcl::run::CheckJson(rest, session_.emit)) {
      return nullptr;
    }
    const yaml::File parsed = yaml::ReadFile(
        rest, ReadOptionsForDialect(value::Dialect::kYaml12, session_.limits), session_.arena, session_.emit);
    return parsed.documents.empty() || parsed.documents[0].is_invalid ? nullptr : parsed.documents[0].root;
  }

  const value::Value* Value() {
    if (at_ < text_.size() && text_[at_] == '{') {
      return List();
    }
    return Scalar(",");
  }

  const value::Value* List() {
    const size_t begin = at_++;
    std::vector<const value::Value*> items;
    while (at_ < text_.size() && text_[at_] != '}') {
      items.push_back(Scalar(",}"));
    }
    if (at_ >= text_.size()) {
      session_.emit.Report(SpanOf(begin, begin + 1), kUnclosedList).Emit();
      return nullptr;
    }
    const size_t end = ++at_;
    if (at_ < text_.size() && text_[at_] == ',') {
      ++at_;
    }
    return build_.Sequence(items, SpanOf(begin, end));
  }

  // Up to one of `stops`; a comma is taken along.
  const value::Value* Scalar(std::string_view stops) {
    const size_t begin = at_;
    std::string text;
    bool escaped = false;
    while (at_ < text_.size() && stops.find(text_[at_]) == std::string_view::npos) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        escaped = true;
        ++at_;
      }
      text += text_[at_++];
    }
    const source::Span span = SpanOf(begin, at_);
    if (at_ < text_.size() && text_[at_] == ',') {
      ++at_;
    }
    return flag_.kind == FlagKind::kSetString || escaped ? build_.String(text, span) : Typed(text, span);
  }

  const value::Value* Typed(const std::string& text, source::Span span) {
    if (IsWord(text, "true") || IsWord(text, "false")) {
      return build_.Bool(IsWord(text, "true"), span);
    }
    if (IsWord(text, "null")) {
      return build_.Null(span);
    }
    int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    const bool has_leading_zero = text.size() > 1 && text[0] == '0';
    if (parsed.ec == std::errc() && parsed.ptr == end && !has_leading_zero) {
      return build_.Int(number, span);
    }
    return build_.String(text, span);
  }

  const FlagValue& flag_;
  Session& session_;
  FlagScalars& scalars_;
  std::vector<Layer>& layers_;
  value::Builder build_;
  const source::SourceFile& file_;
  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

void ParseHelmSet(const FlagValue& flag, Session& session, FlagScalars& scalars, std::vector<Layer>& layers) {
  Assignments(flag, session, scalars, layers).Run();
}

}  // namespace kval::driver
