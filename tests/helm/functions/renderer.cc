#include "tests/helm/functions/renderer.h"

#include "src/helm/functions/functions.h"
#include "src/json/reader.h"
#include "src/lang/gotemplate/heap.h"
#include "src/lang/gotemplate/template_set.h"

namespace kval::helm::functions {

namespace {

using gotemplate::Value;

// Numbers are float64.
class DataReader final : public json::Handler {
 public:
  explicit DataReader(gotemplate::Heap& heap) : heap_(heap) { open_.emplace_back(); }
  Value result() const { return open_.front().items.front(); }

  bool Null(json::ByteOffsets /*at*/) override { return Add({}); }
  bool Bool(bool boolean, json::ByteOffsets /*at*/) override { return Add(Value::Bool(boolean)); }
  bool Number(std::string_view spelling, json::ByteOffsets /*at*/) override {
    return Add(Value::Float(std::stod(std::string(spelling))));
  }
  bool String(std::string_view text, json::ByteOffsets /*at*/) override { return Add(heap_.NewText(text)); }
  bool Key(std::string_view text, json::ByteOffsets /*at*/) override {
    open_.back().key = text;
    return true;
  }
  bool BeginObject(json::ByteOffsets /*brace*/) override {
    open_.push_back({heap_.NewMap(), {}, {}});
    return true;
  }
  bool BeginArray(json::ByteOffsets /*bracket*/) override {
    open_.emplace_back();
    return true;
  }
  bool EndObject(json::ByteOffsets /*brace*/) override { return Close(open_.back().map); }
  bool EndArray(json::ByteOffsets /*bracket*/) override {
    return Close(heap_.NewAnyList(open_.back().items));
  }

 private:
  struct Level {
    Value map;
    std::string key;
    std::vector<Value> items;
  };
  bool Close(Value value) {
    open_.pop_back();
    return Add(value);
  }
  bool Add(const Value& value) {
    if (open_.back().map.is_nil()) {
      open_.back().items.push_back(value);
    } else {
      open_.back().map.map()->Set(open_.back().key, value);
    }
    return true;
  }

  gotemplate::Heap& heap_;
  std::vector<Level> open_;
};

}  // namespace

Rendered Render(std::string_view text, std::string_view data, gotemplate::ExecutionLimits limits,
                uint64_t memory) {
  const gotemplate::ExecutionOptions options = {
      .missing_key = gotemplate::MissingKey::kZero, .limits = limits, .root = "t"};
  gotemplate::Heap heap(memory);
  DataReader reader(heap);
  if (!json::Read(data, reader, {.is_go = true}).ok()) {
    return {.error = "the data are not JSON"};
  }
  FunctionState state;
  state.version = Version::kHelm4;  // which has all functions
  gotemplate::FunctionTable functions;
  AddFunctions(&functions, &state);
  gotemplate::TemplateSet templates;
  if (const auto error = templates.Parse("t", text, 0, functions)) {
    return {.error = error->text};
  }
  gotemplate::Evaluator evaluator(heap, functions, options);
  gotemplate::TextSink sink(&heap.origins());
  const auto error = evaluator.Execute(templates, "t", reader.result(), sink);
  Rendered rendered = {.text = sink.text(), .failure = state.failure};
  if (error) {
    rendered.error = error->text;
    rendered.limit = error->limit;
  }
  return rendered;
}

}  // namespace kval::helm::functions
