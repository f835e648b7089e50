#include "src/templating/fragment.h"

#include <utility>

#include "src/lang/starlark/convert.h"
#include "src/lang/starlark/ops.h"
#include "src/lang/starlark/unpack.h"
#include "src/support/substitute.h"

namespace kval::templating {
namespace {

using starlark::EvalFailure;
using starlark::Outcome;

constexpr size_t kSmallMap = 16;
constexpr uint32_t kDepthLimit = 1000;

// Keys compare as in ytt: with their kinds.
bool IsKey(const value::Value& key, starlark::Value expected) {
  switch (key.kind) {
    case value::Kind::kString:
      return expected.is_string() && expected.text() == key.raw;
    case value::Kind::kBool:
      return expected.is_bool() && expected.boolean() == key.boolean;
    case value::Kind::kInt:
      return expected.kind() == starlark::Kind::kInt && !key.is_unsigned && expected.integer() == key.integer;
    case value::Kind::kFloat:
      return expected.is_float() && expected.real() == key.real;
    case value::Kind::kNull:
      return expected.is_none();
    case value::Kind::kSequence:
    case value::Kind::kMapping:
      return false;
  }
  return false;
}

class YamlMaker {
 public:
  // `heap` is charged for the nodes: shared lists are written out as often as they occur. It may be null.
  YamlMaker(value::Builder& builder, source::Span span, starlark::Heap* heap)
      : builder_(builder), span_(span), heap_(heap) {}

  Outcome<const value::Value*> Make(starlark::Value value, uint32_t depth) {
    if (depth > kDepthLimit) {
      return EvalFailure("the value is nested too deeply, or contains itself");
    }
    if (heap_ != nullptr) {
      heap_->Charge(sizeof(value::Value) + sizeof(value::Entry));
      if (heap_->exhausted()) {
        return starlark::OutOfMemory(*heap_);
      }
    }
    if (const auto* fragment = value.AsHost<YamlFragment>()) {
      if (fragment->is_document_set()) {
        return EvalFailure("a set of documents cannot be a value; maps, arrays and scalars can")
            .Hint("use `template.replace(…)` to put documents in the place of a document");
      }
      return fragment->value() == nullptr ? builder_.Null(span_) : fragment->value();
    }
    if (const auto* other = value.AsHost<const modules::Unencodable>()) {
      return EvalFailure("Unable to convert value: " + other->ConversionHint());
    }
    switch (value.kind()) {
      case starlark::Kind::kDict:
        return MakeMap(*value.As<starlark::Dict>(), depth);
      case starlark::Kind::kStruct:
        return MakeMap(*value.As<starlark::Struct>(), depth);
      case starlark::Kind::kList:
        return MakeArray(value.As<starlark::List>()->items(), depth);
      case starlark::Kind::kTuple:
        return MakeArray(value.As<starlark::Tuple>()->items(), depth);
      default:
        return starlark::ToDocument(builder_, value, span_);
    }
  }

 private:
  Outcome<const value::Value*> MakeMap(const starlark::Dict& dict, uint32_t depth) {
    std::vector<value::Entry> entries;
    for (const starlark::HashTable::Entry& entry : dict.table().entries()) {
      if (!entry.key.is_set()) {
        continue;
      }
      Outcome<const value::Value*> key = Make(entry.key, depth + 1);
      if (!key) {
        return key;
      }
      Outcome<const value::Value*> made = Make(entry.value, depth + 1);
      if (!made) {
        return made;
      }
      entries.push_back({*key, *made});
    }
    return builder_.Mapping(entries, span_);
  }

  Outcome<const value::Value*> MakeMap(const starlark::Struct& fields, uint32_t depth) {
    std::vector<value::Entry> entries;
    for (const starlark::Struct::Field& field : fields.fields()) {
      Outcome<const value::Value*> made = Make(field.second, depth + 1);
      if (!made) {
        return made;
      }
      entries.push_back({builder_.String(field.first, span_), *made});
    }
    return builder_.Mapping(entries, span_);
  }

  Outcome<const value::Value*> MakeArray(const std::vector<starlark::Value>& values, uint32_t depth) {
    std::vector<const value::Value*> items;
    items.reserve(values.size());
    for (const starlark::Value value : values) {
      Outcome<const value::Value*> made = Make(value, depth + 1);
      if (!made) {
        return made;
      }
      // An item is identified by its address, so a fragment's item is copied.
      items.push_back(value.kind() == starlark::Kind::kHost ? builder_.WithSpan(**made, (*made)->span)
                                                            : *made);
    }
    return builder_.Sequence(items, span_);
  }

  value::Builder& builder_;
  source::Span span_;
  starlark::Heap* heap_;
};

}  // namespace

Outcome<const value::Value*> YamlFragment::ToDocument(starlark::Interpreter&, value::Builder& builder) {
  return YamlMaker(builder, {}, nullptr).Make(starlark::Value(this), 0);
}

Outcome<std::vector<const value::Value*>> YamlFragment::ToDocuments(starlark::Interpreter& interpreter,
                                                                    value::Builder& builder) {
  std::vector<const value::Value*> roots;
  if (!is_set_) {
    Outcome<const value::Value*> root = ToDocument(interpreter, builder);
    if (!root) {
      return root.Pass();
    }
    roots.push_back(*root);
  }
  for (const AnnotatedDocument& document : documents_) {
    roots.push_back(document.root);
  }
  return roots;
}

size_t YamlFragment::size() const {
  if (is_set_) {
    return documents_.size();
  }
  if (value_ == nullptr || !value_->is_collection()) {
    return 0;
  }
  return value_->kind == value::Kind::kMapping ? value_->entries().size() : value_->items().size();
}

std::string YamlFragment::Repr() const {
  // ytt shows the type of Go that holds it (pkg/yamltemplate/starlark_fragment.go).
  const std::string_view what = is_set_                                 ? "*yamlmeta.DocumentSet"
                                : value_ == nullptr                     ? "<nil>"
                                : value_->kind == value::Kind::kMapping ? "*yamlmeta.Map"
                                                                        : "*yamlmeta.Array";
  return Substitute("yamlfragment({})", what);
}

void YamlFragment::IndexKeys() {
  if (is_indexed_) {
    return;
  }
  is_indexed_ = true;
  for (const value::Entry& entry : value_->entries()) {
    if (entry.key->kind == value::Kind::kString) {
      keys_.emplace(entry.key->raw, entry.value);
    }
  }
}

bool YamlFragment::Share(std::vector<starlark::Value>& /*parts*/) {
  if (value_ != nullptr && value_->kind == value::Kind::kMapping && size() > kSmallMap) {
    IndexKeys();
  }
  return true;
}

const value::Value* YamlFragment::Entry(std::string_view key) {
  if (size() <= kSmallMap) {
    return value::Find(*value_, key);
  }
  IndexKeys();
  const auto found = keys_.find(key);
  return found == keys_.end() ? nullptr : found->second;
}

Outcome<starlark::Value> YamlFragment::Get(starlark::Interpreter& interpreter, starlark::Value key) {
  if (!is_set_ && value_ != nullptr && value_->kind == value::Kind::kMapping) {
    if (key.is_string()) {
      const value::Value* found = Entry(key.text());
      return found == nullptr ? starlark::Value() : ToStarlark(interpreter.heap(), *found);
    }
    for (const value::Entry& entry : value_->entries()) {
      if (IsKey(*entry.key, key)) {
        return ToStarlark(interpreter.heap(), *entry.value);
      }
    }
    return starlark::Value();
  }
  if (size() == 0 && !is_set_ && (value_ == nullptr || !value_->is_collection())) {
    return starlark::Value();
  }
  if (key.kind() != starlark::Kind::kInt) {
    return EvalFailure(Substitute("yamlfragment.Get: Expected {} index to be an int64, but was {}",
                                  is_set_ ? "document set" : "array", starlark::TypeName(key)));
  }
  const int64_t index = key.integer();
  if (index < 0 || static_cast<size_t>(index) >= size()) {
    return starlark::Value();
  }
  const auto position = static_cast<size_t>(index);
  return ToStarlark(interpreter.heap(), is_set_ ? *documents_[position].root : *value_->items()[position]);
}

Outcome<starlark::Value> YamlFragment::Index(starlark::Interpreter& interpreter, starlark::Value key) {
  Outcome<starlark::Value> found = Get(interpreter, key);
  if (found.ok() && !found->is_set()) {
    return EvalFailure(Substitute("key {} not in yamlfragment", starlark::BriefRepr(key)));
  }
  return found;
}

bool YamlFragment::Iterate(starlark::Interpreter& interpreter, std::vector<starlark::Value>& items) {
  const auto add = [&](const value::Value& value) {
    Outcome<starlark::Value> made = ToStarlark(interpreter.heap(), value);
    items.push_back(made.ok() ? *made : starlark::Value::None());
  };
  for (const AnnotatedDocument& document : documents_) {
    add(*document.root);
  }
  if (value_ != nullptr && value_->kind == value::Kind::kMapping) {
    for (const value::Entry& entry : value_->entries()) {
      add(*entry.key);
    }
  } else if (value_ != nullptr && value_->kind == value::Kind::kSequence) {
    for (const value::Value* item : value_->items()) {
      add(*item);
    }
  }
  return true;
}

bool YamlFragment::MappingEntries(starlark::Interpreter& interpreter,
                                  std::vector<std::pair<starlark::Value, starlark::Value>>& entries) {
  if (is_set_ || (value_ != nullptr && value_->kind != value::Kind::kMapping)) {
    return false;
  }
  for (const value::Entry& entry : value_ == nullptr ? std::span<const value::Entry>() : value_->entries()) {
    Outcome<starlark::Value> key = ToStarlark(interpreter.heap(), *entry.key);
    Outcome<starlark::Value> value = ToStarlark(interpreter.heap(), *entry.value);
    if (!key || !value) {
      return false;
    }
    entries.emplace_back(*key, *value);
  }
  return true;
}

Outcome<starlark::Value> YamlFragment::Contains(starlark::Interpreter& interpreter, starlark::Value item) {
  // A key of another kind is in no fragment (Starlark's `in` over a mapping takes no error of its lookup).
  const Outcome<starlark::Value> found = Get(interpreter, item);
  return starlark::Value::Bool(found && found->is_set());
}

Outcome<starlark::Value> YamlFragment::Compare(starlark::Comparison, starlark::Value) {
  return EvalFailure("yamlfragment.CompareSameType: Not implemented")
      .Hint("compare single values, or the results of `yaml.encode(…)`");
}

Outcome<starlark::Value> ToStarlark(starlark::Heap& heap, const value::Value& value) {
  if (value.is_collection()) {
    return starlark::Value(heap.New<YamlFragment>(&value));
  }
  return starlark::FromDocument(heap, value);
}

Outcome<starlark::Value> FragmentCache::Of(starlark::Heap& heap, const value::Value& value) {
  if (!value.is_collection()) {
    return ToStarlark(heap, value);
  }
  const auto [known, is_new] = made_.try_emplace(&value);
  if (is_new) {
    known->second = starlark::Value(heap.New<YamlFragment>(&value));
  }
  return known->second;
}

Outcome<const value::Value*> ToYaml(starlark::Heap& heap, value::Builder& builder, starlark::Value value,
                                    source::Span span) {
  return YamlMaker(builder, span, &heap).Make(value, 0);
}

Outcome<std::vector<AnnotatedDocument>> ToDocuments(starlark::Heap& heap, value::Builder& builder,
                                                    starlark::Value value, source::Span span) {
  if (const auto* fragment = value.AsHost<YamlFragment>();
      fragment != nullptr && fragment->is_document_set()) {
    return fragment->documents();
  }
  const std::vector<starlark::Value>* items = nullptr;
  if (const auto* list = value.As<starlark::List>()) {
    items = &list->items();
  } else if (const auto* tuple = value.As<starlark::Tuple>()) {
    items = &tuple->items();
  } else {
    return EvalFailure(Substitute("expected value to be docset, but was {}", starlark::TypeName(value)));
  }
  std::vector<AnnotatedDocument> documents;
  for (const starlark::Value item : *items) {
    Outcome<const value::Value*> root = ToYaml(heap, builder, item, span);
    if (!root) {
      return root.Pass();
    }
    documents.push_back({builder.Null(span), *root, span});
  }
  return documents;
}

starlark::Module* MakeTemplateModule(starlark::Heap& heap) {
  starlark::Module* members = heap.New<starlark::Module>("template");
  members->Define(
      "replace",
      heap.NewBuiltin("template.replace", [](const starlark::Call& call) -> Outcome<starlark::Value> {
        starlark::Value content;
        if (starlark::Status status = starlark::UnpackPositional(call, 1, {{"value", &content}}); !status) {
          return status.Pass();
        }
        return starlark::Value(call.interpreter.heap().New<Replacement>(content));
      }));
  return members;
}

}  // namespace kval::templating
