#include "src/lang/kcl/run/plan.h"

#include <algorithm>
#include <charconv>

#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/text.h"

namespace kval::kcl::run {
namespace {

using runtime::Kind;
using runtime::Value;

bool IsShown(const Value& value, const PlanOptions& options) {
  return value.is_data() && !(options.disable_none && value.is(Kind::kNone));
}

// One step of a selector: a key, or the index of an element.
Value Step(const Value& value, std::string_view key) {
  if (value.is_config()) {
    return value.fields().Get(key);
  }
  size_t index = 0;
  auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
  bool known = value.is(Kind::kList) && error == std::errc() && end == key.data() + key.size() &&
               index < value.items().size();
  return known ? value.items()[index] : Value();
}

std::string Encode(const Value& value, const PlanOptions& options) {
  runtime::EncodeOptions encode;
  encode.sort_keys = options.sort_keys;
  if (options.format == Format::kYaml) {
    return YamlText(value, encode);
  }
  encode.indent = 4;
  return JsonText(value, encode) + "\n";
}

}  // namespace

Value Select(runtime::Heap& heap, const Value& value, const std::vector<std::string>& selectors,
             const std::string** missed) {
  if (selectors.empty() || !value.is_config()) {
    return value;
  }
  std::vector<Value> found;
  for (const std::string& selector : selectors) {
    Value part = value;
    for (size_t begin = 0; begin <= selector.size();) {
      size_t end = std::min(selector.find('.', begin), selector.size());
      part = Step(part, std::string_view(selector).substr(begin, end - begin));
      begin = end + 1;
    }
    if (part.is(Kind::kUndefined)) {
      *missed = &selector;
      return {};
    }
    found.push_back(part);
  }
  return found.size() == 1 ? found.front() : runtime::MakeList(heap, found);
}

Value Prune(runtime::Heap& heap, const Value& value, const PlanOptions& options) {
  if (value.is(Kind::kList)) {
    std::vector<Value> items;
    for (const Value& item : value.items()) {
      if (IsShown(item, options)) {
        items.push_back(Prune(heap, item, options));
      }
    }
    return runtime::MakeList(heap, items, value.span);
  }
  if (!value.is_config()) {
    return value;
  }
  runtime::DictBuilder builder(&heap);
  for (const runtime::Entry& entry : value.fields().entries) {
    bool hidden = !options.show_hidden && entry.key.substr(0, 1) == "_";
    if (!hidden && IsShown(entry.value, options)) {
      runtime::Entry shown = entry;
      shown.value = Prune(heap, entry.value, options);
      builder.SetEntry(shown);
    }
  }
  return builder.BuildValue(value.span);
}

std::string PlanText(runtime::Heap& heap, const Value& value, const PlanOptions& options) {
  if (!IsShown(value, {})) {
    return Encode(runtime::MakeDict(runtime::DictBuilder(&heap).Build()), options);
  }
  Value pruned = Prune(heap, value, options);
  bool is_stream = pruned.is(Kind::kList) && std::all_of(pruned.items().begin(), pruned.items().end(),
                                                         [](const Value& item) { return item.is_config(); });
  if (!is_stream) {
    return Encode(pruned, options);
  }
  std::string text;
  for (const Value& document : pruned.items()) {
    text += text.empty() || options.format == Format::kJson ? "" : "---\n";
    text += Encode(document, options);
  }
  return text;
}

}  // namespace kval::kcl::run
