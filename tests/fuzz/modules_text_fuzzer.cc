#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/lang/starlark/interpreter.h"
#include "src/modules/ip_address.h"
#include "src/modules/json_decode.h"
#include "src/modules/module_table.h"
#include "src/modules/pattern.h"
#include "src/modules/percent_encoding.h"
#include "src/modules/toml_decode.h"
#include "src/modules/url_reference.h"
#include "src/source/source_map.h"
#include "src/support/check.h"

// Runs all parsers of `@ytt:json`, `@ytt:toml`, `@ytt:url`, `@ytt:ip` and `@ytt:regexp` on arbitrary bytes.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  namespace modules = kval::modules;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  kval::source::SourceMap sources;
  kval::starlark::Interpreter interpreter(&sources, {});

  KVAL_CHECK(modules::FromJsonText(interpreter, text).ok() == modules::IsJsonText(text));
  (void)modules::FromTomlText(interpreter, text);
  if (kval::starlark::Outcome<modules::UrlReference> url = modules::UrlReference::Parse(text); url.ok()) {
    (void)url->Text();
    (void)url->Hostname();
  }
  for (const modules::UrlPart part :
       {modules::UrlPart::kPath, modules::UrlPart::kPathSegment, modules::UrlPart::kUserPassword,
        modules::UrlPart::kQueryComponent, modules::UrlPart::kFragment}) {
    const std::string encoded = modules::PercentEncode(text, part);
    kval::starlark::Outcome<std::string> decoded = modules::PercentDecode(encoded, part);
    KVAL_CHECK(decoded.ok() && *decoded == text);
  }
  if (const auto address = modules::IpAddress::Parse(text)) {
    const auto again = modules::IpAddress::Parse(address->Text());
    KVAL_CHECK(again && again->Text() == address->Text());
  }
  (void)modules::IpNetwork::Parse(text);
  if (kval::starlark::Outcome<modules::Pattern> pattern = modules::Pattern::Compile(interpreter, text);
      pattern.ok()) {
    (void)pattern->Replace(interpreter, text.substr(0, 200), "<$0${name}$$>");
  }
  return 0;
}
