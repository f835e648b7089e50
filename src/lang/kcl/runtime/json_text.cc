#include <string>
#include <string_view>

#include "src/lang/kcl/runtime/encode.h"
#include "src/lang/kcl/runtime/text.h"

namespace kval::kcl::runtime {
namespace {

class JsonWriter {
 public:
  explicit JsonWriter(const EncodeOptions& options) : options_(options) {}

  void Write(const Value& value);
  std::string Take() { return std::move(out_); }

 private:
  void String(std::string_view text);
  void Separator(bool first);
  void Close(bool any, char bracket);

  const EncodeOptions& options_;
  std::string out_;
  int depth_ = 0;
};

void JsonWriter::String(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  out_ += '"';
  for (char c : text) {
    switch (c) {
      case '"':
        out_ += "\\\"";
        break;
      case '\\':
        out_ += "\\\\";
        break;
      case '\n':
        out_ += "\\n";
        break;
      case '\r':
        out_ += "\\r";
        break;
      case '\t':
        out_ += "\\t";
        break;
      case '\b':
        out_ += "\\b";
        break;
      case '\f':
        out_ += "\\f";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out_ += "\\u00";
          out_ += kHex[(c >> 4) & 15];
          out_ += kHex[c & 15];
        } else {
          out_ += c;
        }
    }
  }
  out_ += '"';
}

void JsonWriter::Separator(bool first) {
  if (!first) {
    out_ += ',';
  }
  if (options_.indent > 0) {
    out_ += '\n';
    out_.append(static_cast<size_t>(depth_ * options_.indent), ' ');
  } else if (!first) {
    out_ += ' ';
  }
}

void JsonWriter::Close(bool any, char bracket) {
  --depth_;
  if (any && options_.indent > 0) {
    out_ += '\n';
    out_.append(static_cast<size_t>(depth_ * options_.indent), ' ');
  }
  out_ += bracket;
}

void JsonWriter::Write(const Value& value) {
  switch (value.kind) {
    case Kind::kBool:
      out_ += value.boolean ? "true" : "false";
      return;
    case Kind::kInt:
    case Kind::kFloat:
    case Kind::kUnit:
      out_ += NumberText(value, true);
      return;
    case Kind::kString:
      String(value.string());
      return;
    case Kind::kList: {
      out_ += '[';
      ++depth_;
      bool first = true;
      for (const Value* item : VisibleItems(*value.list, options_)) {
        Separator(first);
        first = false;
        Write(*item);
      }
      Close(!first, ']');
      return;
    }
    case Kind::kDict:
    case Kind::kSchema: {
      out_ += '{';
      ++depth_;
      bool first = true;
      for (const Entry* entry : VisibleEntries(value.fields(), options_)) {
        Separator(first);
        first = false;
        String(entry->key);
        out_ += ": ";
        Write(entry->value);
      }
      Close(!first, '}');
      return;
    }
    case Kind::kUndefined:
    case Kind::kNone:
    case Kind::kFunction:
    case Kind::kType:
    case Kind::kModule:
      out_ += "null";
      return;
  }
}

}  // namespace

std::string JsonText(const Value& value, const EncodeOptions& options) {
  JsonWriter writer(options);
  writer.Write(value);
  return writer.Take();
}

}  // namespace kval::kcl::runtime
