#include "src/helm/embedded_text.h"

#include <algorithm>
#include <string>
#include <utility>

#include "src/helm/values_text.h"

namespace kval::helm {
namespace {

// The file's text with everything except the block's lines replaced by spaces: with their indentation they
// parse as without it.
std::string BlankedAround(const source::SourceFile& file, source::Span block) {
  const std::string_view text = file.text();
  const size_t begin = std::min<size_t>(text.find('\n', block.begin - file.base()), text.size());
  const size_t end = std::min<size_t>(block.end - file.base(), text.size());
  std::string blanked(text.substr(0, end));
  for (size_t i = 0; i < begin && i < blanked.size(); ++i) {
    if (blanked[i] != '\n' && blanked[i] != '\r') {
      blanked[i] = ' ';
    }
  }
  return blanked;
}

}  // namespace

const value::Value* ReadEmbedded(const value::Value& string, const source::SourceFile& file,
                                 Sensitivity secrecy, HelmContext& context) {
  if (string.style == value::Style::kLiteral && file.Contains(string.span.begin)) {
    // At the outer file's place, so that spans are of that one.
    const source::SourceFile& blanked =
        context.strings->emplace_back(file.name(), BlankedAround(file, string.span), file.base());
    return ReadFirstDocument(blanked, Author::kUser, context);
  }
  if (context.sources.Contains(string.span)) {
    // A text that a template printed is in the sources.
    const source::SourceFile& printed = context.sources.FileOf(string.span);
    if (printed.text().data() != file.text().data() && printed.text() == string.raw.view()) {
      return ReadFirstDocument(printed, Author::kUser, context);
    }
  }
  std::string name = "(values in " + file.name() + ")";
  const bool is_secret = secrecy == Sensitivity::kSecret || file.is_secret();
  const source::SourceFile& text = is_secret
                                       ? context.sources.AddSecret(std::move(name), std::string(string.raw))
                                       : context.sources.AddText(std::move(name), std::string(string.raw));
  return ReadFirstDocument(text, Author::kUser, context);
}

}  // namespace kval::helm
