#include "src/helm/render/text_template.h"

#include <algorithm>

#include "src/helm/functions/functions.h"
#include "src/lang/gotemplate/evaluator.h"
#include "src/lang/gotemplate/heap.h"
#include "src/lang/gotemplate/parser.h"
#include "src/lang/gotemplate/sink.h"

namespace kval::helm::render {
namespace {

class PieceSink final : public gotemplate::Sink {
 public:
  explicit PieceSink(RenderedFile* file) : file_(*file) {}
  void Write(std::string_view text, const gotemplate::TextPiece& /*piece*/, source::Span action) override {
    if (!text.empty()) {
      file_.text += text;
      file_.pieces.push_back({{static_cast<uint32_t>(file_.text.size()), action, {}}, action});
    }
  }

 private:
  RenderedFile& file_;
};

}  // namespace

std::optional<RenderedFile> RenderText(const source::SourceFile& text, const Table& data,
                                       const TextTemplateOptions& options, HelmContext& context,
                                       std::string& error) {
  functions::FunctionState state;
  state.version = context.version;
  state.regex_memory = context.limits.regex_memory;
  state.place_text = [&](std::string_view inner, gotemplate::OriginSet /*origins*/) {
    return context.sources.AddText("tpl", std::string(inner)).base();
  };
  gotemplate::FunctionTable table;
  functions::AddFunctions(&table, &state);
  table.Add(options.functions, options.state);
  gotemplate::TemplateSet templates;
  const std::string& name = text.name();
  if (const auto failed = templates.Parse(name, text.text(), text.base(), table)) {
    error = failed->text;
    return std::nullopt;
  }
  gotemplate::Heap heap(context.limits.helm_memory);
  ChartValues values(&heap, options.integers);
  gotemplate::ExecutionOptions execution;
  execution.missing_key = options.missing_key;
  execution.limits.steps = options.work_left == nullptr
                               ? context.limits.helm_steps
                               : std::min(context.limits.helm_steps, *options.work_left);
  execution.limits.output_bytes = context.limits.helm_output;
  execution.limits.depth = static_cast<uint32_t>(context.limits.helm_calls);
  execution.root = name;
  gotemplate::Evaluator evaluator(heap, table, execution);
  RenderedFile rendered;
  rendered.name = name;
  PieceSink sink(&rendered);
  const auto failed =
      evaluator.Execute(templates, templates.Last(), values.Of(data, gotemplate::kAnyMapType), sink);
  if (options.work_left != nullptr) {
    // A template that exceeds any limit is hostile: no other one runs.
    const bool is_exceeded = evaluator.budget().exceeded().has_value();
    *options.work_left -=
        is_exceeded ? *options.work_left : std::min(*options.work_left, evaluator.budget().used());
  }
  if (failed) {
    error = failed->text;
    return std::nullopt;
  }
  return rendered;
}

}  // namespace kval::helm::render
