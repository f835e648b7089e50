// Renders templates for the differential test: one JSON case per line of standard input, one line `HEX-OUTPUT
// HEX-ERROR` per case on standard output, as peer/main.go does.
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

#include "src/json/document.h"
#include "tests/helm/functions/renderer.h"

namespace {

void WriteHex(std::string_view text) {
  for (const char c : text) {
    std::printf("%02x", static_cast<unsigned char>(c));
  }
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    kval::json::Document document;
    if (!document.Parse(line)) {
      return 1;
    }
    const kval::helm::functions::Rendered rendered = kval::helm::functions::Render(
        std::string(document.root()->Find("Text")->text), document.root()->Find("Data")->spelling);
    WriteHex(rendered.text);
    std::printf(" ");
    WriteHex(rendered.error);
    std::printf("\n");
    std::fflush(stdout);
  }
}
