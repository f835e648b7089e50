#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/handlebars.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/size_estimate.h"

// The module `template`. Source: kcl crates/runtime/src/templating/mod.rs.

namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Runtime;
using runtime::Value;

Value Execute(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "execute");
  std::optional<std::string_view> text = args.String(0, "template");
  const Value* data = args.Find(1, "data");
  if (data != nullptr && data->is_empty()) {
    return runtime.Fail("invalid dict value");
  }
  if (!text || !runtime.Charge(1 + text->size() / 64) || !CheckOutputSize(runtime, call)) {
    return {};
  }
  Result<handlebars::Template> parsed = handlebars::Parse(runtime.heap(), *text);
  if (!parsed) {
    return runtime.Fail("register template failed: " + parsed.failure().message);
  }
  Value nothing = runtime::DictBuilder(&runtime.heap()).BuildValue();
  Result<std::string> rendered =
      handlebars::Render(runtime.heap(), *parsed, data == nullptr ? nothing : *data,
                         [&runtime](uint64_t steps) { return runtime.Charge(steps); });
  return rendered ? String(runtime.heap(), *rendered)
                  : runtime.Fail("render template failed: " + rendered.failure().message);
}

Value HtmlEscape(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> text = Arguments(runtime, call, "html_escape").String(0, "data");
  constexpr size_t kLongestEntity = 6;
  if (text && !runtime.heap().CanAllocateString(text->size() * kLongestEntity)) {
    return runtime.Fail("the string is larger than the memory limit");
  }
  return text ? String(runtime.heap(), handlebars::EscapeHtml(*text)) : Value();
}

constexpr Native kTemplateFunctions[] = {{"execute", Execute}, {"html_escape", HtmlEscape}};

}  // namespace

std::span<const Native> TemplateNatives() {
  return kTemplateFunctions;
}

}  // namespace kval::kcl::builtins
