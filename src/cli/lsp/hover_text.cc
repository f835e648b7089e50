#include "src/cli/lsp/hover_text.h"

namespace kval::cli {
namespace {

// Title and text in Markdown.
std::string Described(const std::string& title, const std::string& text) {
  return title + (title.empty() || text.empty() ? "" : "\n\n") + text;
}

}  // namespace

std::string HoverText(const api::SchemaInfo& meaning) {
  // The document itself has no path.
  std::string text = (meaning.path_text.empty() ? "" : "**" + meaning.path_text + "**: ") + meaning.type;
  if (const std::string described = Described(meaning.title, meaning.text); !described.empty()) {
    text += "\n\n" + described;
  }
  const std::string& fallback = meaning.default_value;
  text += fallback.empty() || fallback == R"("")" ? "" : "\n\nDefault: `" + fallback + "`";
  for (size_t i = 0; i < meaning.constraints.size(); ++i) {
    text += (i == 0 ? "\n\nMust be: " : ", ") + meaning.constraints[i];
  }
  constexpr size_t kMax = 50;
  for (size_t i = 0; i < meaning.allowed_values.size() && i < kMax; ++i) {
    text += (i == 0 ? "\n\nOne of `" : ", `") + meaning.allowed_values[i] + "`";
  }
  return text;
}

}  // namespace kval::cli
