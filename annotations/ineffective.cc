#include "annotations/ineffective.h"

#include "annotations/annotation.h"
#include "annotations/data/specs.h"
#include "src/support/native_stack.h"
#include "src/support/substitute.h"

namespace kval::annotations {
namespace {

using diag::Def;
using templating::Annotation;
using Text = std::string_view;

constexpr Def<Text> kUnknown{diag::Kind::kUnknownAnnotation, "unknown annotation `@{}`"};
constexpr Def<Text> kRepeated{diag::Kind::kUnknownAnnotation,
                              "`@{}` has no effect: the same annotation follows on this node"};
constexpr Def<Text> kNoSchema{diag::Kind::kUnknownAnnotation,
                              "`@{}` has no effect: this document contains data values, not a schema"};

class IneffectiveSearch {
 public:
  IneffectiveSearch(AnnotationContext use, templating::AnnotationTable& table, diag::Emitter& emit)
      : use_(use), table_(table), emit_(emit) {}

  void Node(const value::Value* name, source::Span place) {
    for (const Annotation& annotation : table_.Of(name)) {
      One(name, annotation, place);
    }
  }

  void Below(const value::Value& value) {
    NeedStack();
    if (value.kind == value::Kind::kMapping) {
      for (const value::Entry& entry : value.entries()) {
        Node(entry.key, entry.key->span);
        Below(*entry.value);
      }
    } else if (value.kind == value::Kind::kSequence) {
      for (const value::Value* item : value.items()) {
        Node(item, item->span);
        Below(*item);
      }
    }
  }

 private:
  void One(const value::Value* name, const Annotation& annotation, source::Span place) {
    const Spec* spec = Find(annotation.name);
    if (spec == nullptr) {
      if (!table_.MarkReported(annotation.name_span)) {
        return;
      }
      emit_.Report(annotation.name_span, kUnknown, annotation.name)
          .Related(place, "on this node")
          .Hint(HintForUnknown(annotation.name))
          .Emit();
      return;
    }
    const Annotation* last = table_.Find(name, annotation.name);
    if (last != &annotation && table_.MarkReported(annotation.name_span)) {
      emit_.Report(annotation.span, kRepeated, annotation.name)
          .Related(last->span, "this one is used")
          .Emit();
    }
    if (last != &annotation) {
      return;
    }
    if (use_ == AnnotationContext::kValues && spec->only_in_schemas()) {
      emit_.Report(annotation.span, kNoSchema, annotation.name)
          .Related(place, "on this node")
          .Hint(Substitute("move it to the document that begins with `#@{}`", kDataValuesSchema.name))
          .Emit();
    }
  }

  AnnotationContext use_;
  templating::AnnotationTable& table_;
  diag::Emitter& emit_;
};

}  // namespace

void WarnIneffective(const templating::AnnotatedDocument& document, AnnotationContext use,
                     templating::AnnotationTable& table, diag::Emitter& emit) {
  if (table.empty()) {
    return;
  }
  IneffectiveSearch search(use, table, emit);
  search.Node(document.node, document.span);
  search.Below(*document.root);
}

void WarnIneffective(const value::Value& fragment, templating::AnnotationTable& table, diag::Emitter& emit) {
  if (!table.empty()) {
    IneffectiveSearch(AnnotationContext::kOther, table, emit).Below(fragment);
  }
}

std::string HintForUnknown(std::string_view name) {
  if (const std::string_view nearest = NearestName(name); !nearest.empty()) {
    return "did you mean `@" + std::string(nearest) + "`?";
  }
  // `#@schema` alone, `#@schema/`: what begins with it.
  const std::string family = std::string(name.substr(0, name.find('/'))) + "/";
  std::string names;
  for (const Spec* spec : All()) {
    if (spec->name.starts_with(family)) {
      names += (names.empty() ? "`@" : ", `@") + std::string(spec->name) + "`";
    }
  }
  return names.empty() ? names : "`@" + family + "…` names an annotation: " + names;
}

}  // namespace kval::annotations
