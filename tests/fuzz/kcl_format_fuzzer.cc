#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/lang/kcl/builtins/format_value.h"
#include "src/lang/kcl/builtins/handlebars.h"
#include "src/lang/kcl/builtins/json_decode.h"
#include "src/lang/kcl/builtins/regex.h"
#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/value.h"

// Runs the parsers inside KCL's builtin functions: format strings, templates, regular expressions and JSON.
// The first byte selects the parser.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval::kcl;
  if (size == 0 || size > 4096) {
    return 0;
  }
  std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  runtime::Heap heap(size_t{1} << 24);
  runtime::DictBuilder builder(&heap);
  const runtime::Value items[] = {runtime::Int(-7), runtime::Float(1.5), runtime::String(heap, "aB1<")};
  builder.Set("a", runtime::MakeList(heap, items));
  builder.Set("b", runtime::Bool(true));
  runtime::Value dict = builder.BuildValue();
  switch (data[0] % 4) {
    case 0: {
      const runtime::Value positional[] = {runtime::Int(-255), runtime::Float(-0.125), dict};
      const runtime::NamedValue named[] = {{"a", dict}};
      static_cast<void>(builtins::FormatValues(text, {positional, named}, heap));
      break;
    }
    case 1:
      if (auto parsed = builtins::handlebars::Parse(heap, text)) {
        static_cast<void>(builtins::handlebars::Render(heap, *parsed, dict, [](uint64_t) { return true; }));
      }
      break;
    case 2:
      if (uint64_t work = 0;
          auto regex = builtins::Regex::Compile(text, kval::Limits{}, work, size % 2 == 0)) {
        static_cast<void>(regex->FindAll(
            "aaab foo_1 é", [](uint64_t) { return true; }, [](const auto&) { return true; }));
      }
      break;
    default:
      static_cast<void>(builtins::DecodeJson(heap, text));
  }
  return 0;
}
