#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rapidjson/prettywriter.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"
#include "src/support/throwing_allocator.h"

namespace kval::report {

// Writes JSON. Strings may contain any bytes; the output is valid UTF-8 without characters that terminals or
// logs interpret. Exposes RapidJSON to its includers.
class JsonWriter {
 public:
  enum class JsonLayout : uint8_t { kIndented, kOneLine };

  explicit JsonWriter(JsonLayout layout) : indented_(layout == JsonLayout::kIndented) {
    pretty_.SetIndent(' ', 2);
  }

  JsonWriter& BeginObject();
  JsonWriter& EndObject();
  JsonWriter& BeginArray();
  JsonWriter& EndArray();
  JsonWriter& Key(std::string_view name);
  JsonWriter& String(std::string_view text);
  JsonWriter& Number(uint64_t number);
  JsonWriter& Bool(bool value);
  JsonWriter& Null();
  // A value that is JSON on one line already.
  JsonWriter& Raw(std::string_view json);

  JsonWriter& Field(std::string_view name, std::string_view text) { return Key(name).String(text); }
  JsonWriter& Field(std::string_view name, uint64_t number) { return Key(name).Number(number); }
  // Writes nothing if the string is empty.
  JsonWriter& OptionalField(std::string_view name, std::string_view text) {
    return text.empty() ? *this : Field(name, text);
  }

  // The finished document with a line break.
  std::string Take();

 private:
  template <typename Write>
  JsonWriter& With(Write write) {
    if (indented_) {
      write(pretty_);
    } else {
      write(compact_);
    }
    return *this;
  }

  using Utf8 = rapidjson::UTF8<>;
  using Buffer = rapidjson::GenericStringBuffer<Utf8, ThrowingAllocator>;

  bool indented_;
  Buffer buffer_;
  rapidjson::PrettyWriter<Buffer, Utf8, Utf8, ThrowingAllocator> pretty_{buffer_};
  rapidjson::Writer<Buffer, Utf8, Utf8, ThrowingAllocator> compact_{buffer_};
};

}  // namespace kval::report
