#include "src/driver/position_writer.h"

#include <algorithm>

#include "src/merge/key_text.h"
#include "src/support/native_stack.h"
#include "src/yaml/writer.h"

namespace kval::driver {
namespace {

constexpr size_t kPlaceWidth = 20;

class PositionWriter {
 public:
  PositionWriter(const Session& session, std::string& out) : session_(session), out_(out) {}

  void Document(const templating::AnnotatedDocument& document) {
    Line(document.span, "[doc]", 0);
    if (document.root->is_collection()) {
      Children(*document.root, 1);
    } else {
      Line({}, Text(*document.root), 1);
    }
  }

 private:
  void Children(const value::Value& collection, int depth) {
    NeedStack();
    if (collection.kind == value::Kind::kSequence) {
      for (size_t i = 0; i < collection.items().size(); ++i) {
        const value::Value& item = *collection.items()[i];
        Item(item.span, "[" + std::to_string(i) + "]", item, depth);
      }
      return;
    }
    for (const value::Entry& entry : collection.entries()) {
      const bool has_place = !entry.value->is_collection() && entry.value->span.has_value();
      Item(has_place ? entry.value->span : entry.key->span, merge::KeyText(*entry.key) + ":", *entry.value,
           depth);
    }
  }

  void Item(source::Span place, const std::string& label, const value::Value& value, int depth) {
    if (value.is_collection()) {
      Line(place, label, depth);
      Children(value, depth + 1);
    } else {
      Line(place, label + " " + Text(value), depth);
    }
  }

  static std::string Text(const value::Value& scalar) {
    return scalar.kind == value::Kind::kString ? std::string(scalar.raw) : yaml::WriteYamlScalar(scalar, {});
  }

  void Line(source::Span span, const std::string& text, int depth) {
    std::string place;
    if (span.has_value() && session_.sources.Knows(span)) {
      place = session_.sources.FileOf(span).name() + ":" +
              std::to_string(session_.sources.Locate(span.begin).line);
    }
    out_.append(kPlaceWidth - std::min(kPlaceWidth, place.size()), ' ');
    out_ += place + " | ";
    out_.append(static_cast<size_t>(depth) * 2, ' ');
    out_ += text + "\n";
  }

  const Session& session_;
  std::string& out_;
};

}  // namespace

void WritePositions(const std::vector<Rendered>& documents, const Session& session, std::string& out) {
  PositionWriter writer(session, out);
  for (const Rendered& rendered : documents) {
    writer.Document(rendered.document);
  }
}

}  // namespace kval::driver
