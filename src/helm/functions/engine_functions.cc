#include <optional>
#include <string>
#include <string_view>

#include "src/helm/functions/functions.h"
#include "src/helm/functions/functions_of.h"
#include "src/lang/gotemplate/evaluator.h"
#include "src/lang/gotemplate/quote.h"
#include "src/lang/gotemplate/template_set.h"

// Source: Helm pkg/engine/engine.go.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::ExecutionError;
using gotemplate::TemplateSet;
using gotemplate::Value;

namespace {

// How often a template may be included within itself.
constexpr int kMaxRecursion = 1000;

Value FailByTemplate(Call& call, std::string_view message) {
  call.state<FunctionState>().failure = message;
  return call.Fail(std::string(message));
}

// Fails because of the error in another template.
Value FailByInner(Call& call, const ExecutionError& error, const std::string& words) {
  call.state<FunctionState>().inner_errors.push_back(error);
  return call.Fail(words + error.text);
}

std::string WithoutNoValue(std::string text) {
  constexpr std::string_view kNoValue = "<no value>";
  for (size_t at = text.find(kNoValue); at != std::string::npos; at = text.find(kNoValue, at)) {
    text.erase(at, kNoValue.size());
  }
  return text;
}

}  // namespace

Value Required(Call& call) {
  const bool is_missing =
      call[1].is_untyped_nil() || (call[1].type() == &gotemplate::kStringType && call[1].text().empty());
  return is_missing ? FailByTemplate(call, call[0].text()) : call[1];
}

Value Fail(Call& call) {
  return FailByTemplate(call, call[0].text());
}

Value Lookup(Call& call) {
  return call.heap().NewMap();
}

Value GetHostByName(Call& /*call*/) {
  return Value::Text("");
}

Value Include(Call& call) {
  const std::string name(call[0].text());
  int& depth = call.state<FunctionState>().include_depths[name];
  if (depth > kMaxRecursion) {
    return call.Fail("rendering template has a nested reference name: " + name +
                     ": unable to execute template");
  }
  ++depth;
  gotemplate::TextSink sink(&call.heap().origins());
  std::optional<ExecutionError> error =
      call.evaluator().Execute(*call.evaluator().templates(), name, call[1], sink);
  --depth;
  if (error) {
    if (call.evaluator().templates()->Find(name) == nullptr) {
      error->origins = call[0].origin();
    }
    return FailByInner(call, *error, "");
  }
  const Value text = call.Text(sink.text()).From(sink.origins());
  call.heap().SetPieces(text.text(), sink.pieces());
  return text;
}

// No file has the executed text: its pieces are at the action that calls `tpl`, and come from the text, too.
gotemplate::TextPieces PiecesOfTpl(Call& call, const gotemplate::TextPieces& pieces) {
  gotemplate::TextPieces moved;
  for (const gotemplate::TextPiece& piece : pieces) {
    AddPiece({piece.end, {}, call.heap().origins().Union(call[0].origin(), piece.origins)}, &moved);
  }
  return moved;
}

Value Tpl(Call& call) {
  constexpr std::string_view kName = "gotpl";
  const std::string_view text = call[0].text();
  auto& state = call.state<FunctionState>();
  if (!call.Step(64 + text.size())) {
    return {};
  }
  TemplateSet templates(call.evaluator().templates());
  const uint32_t start = state.place_text ? state.place_text(text, call[0].origin()) : 0;
  if (const auto error = templates.Parse(kName, text, start, call.evaluator().functions())) {
    if (error->is_too_deep) {
      call.evaluator().budget().Exceed(gotemplate::ExceededLimit::kDepth);
      return {};
    }
    return FailByInner(call, {error->text, error->span, std::nullopt},
                       "cannot parse template " + gotemplate::Quote(text) + ": ");
  }
  gotemplate::TextSink sink(&call.heap().origins());
  if (const std::optional<ExecutionError> error =
          call.evaluator().Execute(templates, templates.Last(), call[1], sink)) {
    return FailByInner(call, *error,
                       "error during tpl function execution for " + gotemplate::Quote(text) + ": ");
  }
  const Value printed = call.Text(WithoutNoValue(sink.text()))
                            .From(call.heap().origins().Union(call[0].origin(), sink.origins()));
  if (printed.text().size() == sink.text().size()) {
    call.heap().SetPieces(printed.text(), PiecesOfTpl(call, sink.pieces()));
  }
  return printed;
}

}  // namespace kval::helm::functions
