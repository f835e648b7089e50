#include "src/driver/helm_set.h"

#include <charconv>
#include <string>
#include <string_view>

#include "src/driver/session.h"

#include "src/merge/flag_path.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

using diag::Def;

constexpr Def<std::string_view> kNoEquals{diag::Kind::kBadFlagValue, "expected `{} key=value`"};
constexpr Def<std::string_view> kBadPath{diag::Kind::kBadFlagValue, "{}"};
constexpr Def<> kUnclosedList{diag::Kind::kBadFlagValue, "a list opened by `{` is never closed"};

class Assignments {
 public:
  Assignments(const FlagValue& flag, Session& session, std::vector<Layer>& layers)
      : flag_(flag),
        session_(session),
        layers_(layers),
        build_(&session.arena),
        file_(session.sources.AddText("(" + flag.flag.substr(2) + " arg)", flag.text)),
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
    Result<std::vector<merge::FlagStep>> steps =
        merge::ParseFlagPath(path, file_.base() + static_cast<uint32_t>(begin), session_.arena);
    if (!steps) {
      session_.emit.Report(SpanOf(begin, at_), kBadPath, steps.failure().message).Emit();
      return false;
    }
    ++at_;
    const value::Value* value = flag_.kind == FlagKind::kSetJson ? Json() : Value();
    if (value == nullptr) {
      return false;
    }
    merge::Plan plan(merge::Defaults::kPlain);
    const value::Value* root = merge::FlagOverlay(*steps, *value, build_, plan);
    layers_.push_back(FlagLayer(root, std::move(plan), value->span));
    return true;
  }

  // JSON may hold commas, so it takes the rest of the argument.
  const value::Value* Json() {
    const source::SourceFile& rest = session_.sources.AddText(file_.name(), std::string(text_.substr(at_)));
    at_ = text_.size();
    yaml::ReadOptions read;
    read.limits = session_.limits;
    read.dialect = value::Dialect::kYaml12;
    const yaml::File parsed = yaml::ReadFile(rest, read, session_.arena, session_.emit);
    return parsed.documents.empty() || parsed.documents[0].is_faulty ? nullptr : parsed.documents[0].root;
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
    if (text == "true" || text == "false") {
      return build_.Bool(text == "true", span);
    }
    if (text == "null") {
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
  std::vector<Layer>& layers_;
  value::Builder build_;
  const source::SourceFile& file_;
  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

void HelmSet(const FlagValue& flag, Session& session, std::vector<Layer>& layers) {
  Assignments(flag, session, layers).Run();
}

}  // namespace kval::driver
