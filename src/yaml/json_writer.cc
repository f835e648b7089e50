#include "src/yaml/json_writer.h"

#include <rapidjson/prettywriter.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "src/support/throwing_allocator.h"
#include "src/support/utf8.h"
#include "src/yaml/reserve.h"
#include "src/yaml/writer.h"

namespace kval::yaml {
namespace {

// The output stream that RapidJSON writes to.
class Output {
 public:
  using Ch = char;
  explicit Output(std::string* out) : out_(*out) {}
  void Put(char c) { out_ += c; }
  void Flush() {}
  bool Fits(size_t most) const { return out_.size() <= most; }
  void ReserveForGrowth(size_t most) { yaml::ReserveForGrowth(out_, most); }

 private:
  std::string& out_;
};

using Utf8 = rapidjson::UTF8<>;
using CompactWriter = rapidjson::Writer<Output, Utf8, Utf8, ThrowingAllocator>;
using IndentingWriter = rapidjson::PrettyWriter<Output, Utf8, Utf8, ThrowingAllocator>;

std::string WithoutInvalid(std::string_view text) {
  std::string clean;
  for (size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::Decode(text, at);
    utf8::Append(clean, c.value);
    at += c.length;
  }
  return clean;
}

// The text of a key, as encoding/json and sigs.k8s.io/yaml make it.
std::string KeyText(const value::Value& key) {
  if (key.kind == value::Kind::kString) {
    return std::string(key.raw);
  }
  if (!key.is_collection()) {
    return WriteYamlScalar(key, {});
  }
  std::string text;
  WriteJson(key, {}, text);
  return text;
}

template <typename JsonWriter>
class Walk {
 public:
  Walk(JsonWriter& writer, Output& output, const JsonStyle& style)
      : writer_(writer), output_(output), style_(style) {}

  bool Write(const value::Value& root) {
    WriteNode(root);
    while (!frames_.empty() && output_.Fits(style_.most)) {
      output_.ReserveForGrowth(style_.most);
      Step();
    }
    return output_.Fits(style_.most);
  }

 private:
  struct Named {
    std::string key;
    const value::Value* value;
  };
  struct Frame {
    const value::Value* node;
    std::vector<Named> sorted;  // of a mapping whose keys are sorted
    size_t next = 0;
  };

  void Step() {
    Frame& frame = frames_.back();
    if (frame.node->kind == value::Kind::kSequence) {
      if (frame.next == frame.node->items().size()) {
        writer_.EndArray();
        frames_.pop_back();
        return;
      }
      WriteNode(*frame.node->items()[frame.next++]);
      return;
    }
    if (frame.next == frame.node->entries().size()) {
      writer_.EndObject();
      frames_.pop_back();
      return;
    }
    const size_t at = frame.next++;
    const value::Entry& entry = frame.node->entries()[at];
    const value::Value& value = style_.sort_keys ? *frame.sorted[at].value : *entry.value;
    WriteText(style_.sort_keys ? frame.sorted[at].key : KeyText(*entry.key), true);
    WriteNode(value);
  }

  void WriteText(std::string_view text, bool is_key) {
    if (style_.go) {
      const std::string quoted = GoJsonString(text, *style_.go);
      writer_.RawValue(quoted.data(), quoted.size(), rapidjson::kStringType);
      return;
    }
    std::string clean;
    if (utf8::FirstInvalid(text) != text.size()) {
      clean = WithoutInvalid(text);
      text = clean;
    }
    const auto size = static_cast<rapidjson::SizeType>(text.size());
    if (is_key) {
      writer_.Key(text.data(), size);
    } else {
      writer_.String(text.data(), size);
    }
  }

  void Open(const value::Value& node) {
    Frame frame{&node, {}, 0};
    if (node.kind == value::Kind::kSequence) {
      writer_.StartArray();
    } else {
      writer_.StartObject();
      if (style_.sort_keys) {
        for (const value::Entry& entry : node.entries()) {
          frame.sorted.push_back({KeyText(*entry.key), entry.value});
        }
        std::stable_sort(frame.sorted.begin(), frame.sorted.end(),
                         [](const Named& a, const Named& b) { return a.key < b.key; });
      }
    }
    frames_.push_back(std::move(frame));
  }

  void WriteNode(const value::Value& node) {
    switch (node.kind) {
      case value::Kind::kNull:
        writer_.Null();
        return;
      case value::Kind::kBool:
        writer_.Bool(node.boolean);
        return;
      case value::Kind::kInt:
        if (node.is_unsigned) {
          writer_.Uint64(static_cast<uint64_t>(node.integer));
        } else {
          writer_.Int64(node.integer);
        }
        return;
      case value::Kind::kFloat:
        WriteFloat(node.real);
        return;
      case value::Kind::kString:
        WriteText(node.raw, false);
        return;
      case value::Kind::kSequence:
      case value::Kind::kMapping:
        Open(node);
        return;
    }
  }

  void WriteFloat(double real) {
    if (!std::isfinite(real)) {
      writer_.Null();
      return;
    }
    if (!style_.go) {
      writer_.Double(real);
      return;
    }
    const std::string text = GoJsonFloat(real);
    writer_.RawValue(text.data(), text.size(), rapidjson::kNumberType);
  }

  JsonWriter& writer_;
  Output& output_;
  const JsonStyle& style_;
  std::vector<Frame> frames_;
};

}  // namespace

bool WriteJson(const value::Value& value, const JsonStyle& style, std::string& out) {
  Output output(&out);
  if (style.indent == 0) {
    CompactWriter writer(output);
    return Walk<CompactWriter>(writer, output, style).Write(value);
  }
  IndentingWriter writer(output);
  writer.SetIndent(' ', style.indent);
  return Walk<IndentingWriter>(writer, output, style).Write(value);
}

}  // namespace kval::yaml
