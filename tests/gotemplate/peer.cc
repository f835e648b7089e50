// Renders templates for the differential test: one JSON case per line of standard input, one line
// `HEX-OUTPUT HEX-ERROR` per case on standard output, as peer/main.go does.
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

#include "src/json/document.h"
#include "tests/gotemplate/sample.h"

namespace {

void WriteHex(std::string_view text) {
  for (const char c : text) {
    std::printf("%02x", static_cast<unsigned char>(c));
  }
}

std::string TextOf(const kval::json::Value& value, std::string_view key) {
  const kval::json::Value* found = value.Find(key);
  return found == nullptr ? std::string() : std::string(found->text);
}

}  // namespace

int main() {
  using kval::gotemplate::MissingKey;
  for (std::string line; std::getline(std::cin, line);) {
    kval::json::Document document;
    if (!document.Parse(line)) {
      return 1;
    }
    const std::string name = TextOf(*document.root(), "Name");
    const std::string missing = TextOf(*document.root(), "Missing");
    kval::gotemplate::RenderOptions options;
    options.name = name;
    options.execution.missing_key = missing == "zero"    ? MissingKey::kZero
                                    : missing == "error" ? MissingKey::kError
                                                         : MissingKey::kDefault;
    const kval::gotemplate::Rendered rendered = kval::gotemplate::Render(
        TextOf(*document.root(), "Text"), document.root()->Find("Data")->spelling, options);
    WriteHex(rendered.text);
    std::printf(" ");
    WriteHex(rendered.error);
    std::printf("\n");
    std::fflush(stdout);
  }
}
