#include "src/cli/json_documents.h"

#include <cmath>
#include <vector>

#include "src/driver/session.h"

namespace kval::cli {
namespace {

constexpr diag::Def<std::string_view> kNotJson{diag::Kind::kNotWritten, "`{}` cannot be written as JSON"};

std::string_view NameOf(double real) {
  return std::isnan(real) ? ".nan" : real < 0 ? "-.inf" : ".inf";
}

}  // namespace

bool CheckJsonRepresentable(std::span<const value::Value* const> documents, CommandOutput& output) {
  std::vector<const value::Value*> waiting(documents.begin(), documents.end());
  bool fits = true;
  while (!waiting.empty()) {
    const value::Value& node = *waiting.back();
    waiting.pop_back();
    if (node.kind == value::Kind::kFloat && !std::isfinite(node.real)) {
      output.session->emit.Report(node.span, kNotJson, node.raw.empty() ? NameOf(node.real) : node.raw.view())
          .Label("JSON cannot represent this number")
          .Hint("`-o yaml` writes it")
          .Emit();
      fits = false;
    } else if (node.kind == value::Kind::kSequence) {
      waiting.insert(waiting.end(), node.items().begin(), node.items().end());
    } else if (node.kind == value::Kind::kMapping) {
      for (const value::Entry& entry : node.entries()) {
        waiting.push_back(entry.value);
      }
    }
  }
  return fits;
}

}  // namespace kval::cli
