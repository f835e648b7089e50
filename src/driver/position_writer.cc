#include "src/driver/position_writer.h"

#include "src/merge/key_text.h"
#include "src/support/budget_exhausted.h"
#include "src/support/native_stack.h"
#include "src/yaml/writer.h"

namespace kval::driver {
namespace {

// A place that does not fit makes the column as wide as itself and this.
constexpr size_t kMoreWidth = 10;

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
      return;
    }
    const std::string text = Text(value);
    if (text.find('\n') == std::string::npos) {
      Line(place, label + " " + text, depth);
    } else {
      Line(place, label, depth);
      Line({}, text, depth + 1);
    }
  }

  // As in the output.
  static std::string Text(const value::Value& scalar) {
    std::string text;
    yaml::WriteYaml(scalar, {}, text);
    return text.substr(0, text.size() - 1);  // without the last line's end
  }

  void Line(source::Span span, const std::string& text, int depth) {
    std::string place;
    if (span.has_value() && session_.sources.Contains(span)) {
      place = session_.sources.FileOf(span).name() + ":" +
              std::to_string(session_.sources.Locate(span.begin).line);
    }
    width_ = place.size() > width_ ? place.size() + kMoreWidth : width_;
    out_.append(width_ - place.size(), ' ');
    out_ += place + " | ";
    out_.append(static_cast<size_t>(depth) * 2, ' ');
    out_ += text + "\n";
    RequireWithinOutputLimit(out_.size() <= session_.limits.output_size);
  }

  const Session& session_;
  std::string& out_;
  size_t width_ = 0;  // of the places
};

}  // namespace

void WritePositions(const std::vector<RenderedDocument>& documents, const Session& session,
                    std::string& out) {
  PositionWriter writer(session, out);
  for (const RenderedDocument& rendered : documents) {
    writer.Document(rendered.document);
  }
}

}  // namespace kval::driver
