#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/json/document.h"
#include "src/support/check.h"
#include "tests/gotemplate/sample.h"

// Executes the input as a template under small limits, with data of all kinds. Output is within its limit,
// and every error has a text.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval::gotemplate;
  constexpr std::string_view kData =
      R"({"n": 1.5, "s": "a<b", "null": null, "list": [1, "b", null, [2]], "map": {"a": {"b": "c"}},
          "int": {"$int": "7"}, "item": {"$item": "x"}, "nil": {"$nilitem": null}, "version": {"$version": 1},
          "words": {"$stringmap": {"k": "v"}}, "values": {"$values": {"x": 1}}, "bytes": {"$bytes": "hi"},
          "number": {"$number": "1.50"}, "natural": {"$uint64": "7"}})";
  RenderOptions options;
  options.name = "fuzz";
  options.memory = uint64_t{16} << 20;
  options.execution.missing_key = size % 2 == 0 ? MissingKey::kDefault : MissingKey::kZero;
  options.execution.limits.steps = 20'000;
  options.execution.limits.output_bytes = 100'000;
  options.execution.limits.depth = 100;
  const Rendered rendered = Render({reinterpret_cast<const char*>(data), size}, kData, options);
  KVAL_CHECK(rendered.text.size() <= options.execution.limits.output_bytes);
  KVAL_CHECK(!rendered.limit || !rendered.error.empty());
  return 0;
}
