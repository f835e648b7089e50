#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/kcl/runtime/heap.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/support/result.h"

namespace kval::kcl::builtins::handlebars {

// Handlebars templates (https://handlebarsjs.com) as the Rust crate implements them: expressions, `if`,
// `unless`, `each`, `with`, `lookup`, `raw`, comparisons, `and`, `or`, `not`, `len`, block parameters,
// `@index` and similar variables, comments, `~`, standalone lines, raw blocks. No partials, decorators or
// custom helpers.

enum class ParamKind : uint8_t { kPath, kLiteral, kCall };

// One argument: a path, a literal, or a call in parentheses.
struct Param {
  ParamKind kind = ParamKind::kPath;
  std::string path;
  runtime::Value literal;
  std::vector<Param> call;  // the helper's name as a path, then its arguments
};

struct Expression {
  Param head;  // the helper, or the path to print
  std::vector<Param> params;
  std::vector<std::pair<std::string, Param>> hash;
  std::vector<std::string> block_params;
};

enum class HandlebarsNodeKind : uint8_t { kText, kExpression, kBlock };

struct HandlebarsNode {
  HandlebarsNodeKind kind = HandlebarsNodeKind::kText;
  std::string text;
  bool is_escaped = true;
  Expression expression;
  std::vector<HandlebarsNode> body;
  std::vector<HandlebarsNode> otherwise;
};

struct Template {
  std::vector<HandlebarsNode> nodes;
};

inline constexpr int kMaxDepth = 100;

// Literals live in `heap`.
Result<Template> Parse(runtime::Heap& heap, std::string_view text);
// Charges the evaluator's steps for rendering; false stops it with a failure.
using Charge = std::function<bool(uint64_t steps)>;
Result<std::string> Render(runtime::Heap& heap, const Template& parsed, const runtime::Value& data,
                           const Charge& charge);
// `&`, `<`, `>`, `"`, `'`, '`' and `=` as entities.
std::string EscapeHtml(std::string_view text);

}  // namespace kval::kcl::builtins::handlebars
