#include <rapidjson/encodings.h>
#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include "src/formats/checks.h"
#include "src/formats/scan.h"
#include "src/support/throwing_allocator.h"

namespace kval::formats {
namespace {

// RapidJSON's sentences, without their full stop and capital.
std::string Plain(std::string_view sentence) {
  std::string out(sentence);
  if (out.ends_with('.')) {
    out.pop_back();
  }
  if (out.size() > 1 && IsUpper(out[0]) && IsLower(out[1])) {
    out[0] = static_cast<char>(out[0] - 'A' + 'a');
  }
  return out;
}

}  // namespace

// RFC 8259. Iterative, so that nesting costs no stack.
bool IsJson(std::string_view text, std::string* why) {
  rapidjson::MemoryStream bytes(text.data(), text.size());
  rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream> stream(bytes);
  rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, ThrowingAllocator> reader;
  rapidjson::BaseReaderHandler<> ignore;
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag |
                              rapidjson::kParseNumbersAsStringsFlag;
  const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, ignore);
  if (!result.IsError()) {
    return true;
  }
  return Fail(why, Plain(rapidjson::GetParseError_En(result.Code())) + " (at byte " +
                       std::to_string(result.Offset() + 1) + ")");
}

}  // namespace kval::formats
