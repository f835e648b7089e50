#include "src/lang/kcl/run/result_output.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>

#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/report/escape_controls.h"

namespace kval::kcl::run {
namespace {

using runtime::Kind;
using runtime::Value;

bool IsShown(const Value& value, const OutputOptions& options) {
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

std::string Encode(const Value& value, const OutputOptions& options, size_t expected = 0) {
  runtime::EncodeOptions encode;
  encode.expected = expected;
  encode.sort_keys = options.sort_keys;
  if (options.format == OutputFormat::kYaml) {
    return YamlText(value, encode);
  }
  encode.indent = 4;
  return report::EscapeControlsInJson(JsonText(value, encode)) + "\n";
}

Value PruneList(runtime::Heap& heap, const Value& list, const OutputOptions& options) {
  const std::span<const Value> items = list.items();
  std::vector<Value> shown;
  bool is_changed = false;
  for (size_t i = 0; i < items.size(); ++i) {
    const bool is_shown = IsShown(items[i], options);
    const Value item = is_shown ? RemoveHidden(heap, items[i], options) : Value();
    if (!is_changed && is_shown && IsSameValue(items[i], item)) {
      continue;
    }
    if (!is_changed) {
      is_changed = true;
      shown.assign(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (is_shown) {
      shown.push_back(item);
    }
  }
  return is_changed ? runtime::MakeList(heap, shown, list.span) : list;
}

Value PruneConfig(runtime::Heap& heap, const Value& config, const OutputOptions& options) {
  const std::span<const runtime::Entry> entries = config.fields().entries;
  std::optional<runtime::DictBuilder> shown;
  for (size_t i = 0; i < entries.size(); ++i) {
    const bool hidden = !options.show_hidden && entries[i].key.starts_with('_');
    const bool is_shown = !hidden && IsShown(entries[i].value, options);
    const Value value = is_shown ? RemoveHidden(heap, entries[i].value, options) : Value();
    if (!shown && is_shown && IsSameValue(entries[i].value, value)) {
      continue;
    }
    if (!shown) {
      shown.emplace(&heap);
      std::for_each(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const runtime::Entry& entry) { shown->SetEntry(entry); });
    }
    if (is_shown) {
      runtime::Entry entry = entries[i];
      entry.value = value;
      shown->SetEntry(entry);
    }
  }
  return shown ? shown->BuildValue(config.span) : config;
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

// Values without hidden parts are returned as they are: most results are not copied.
Value RemoveHidden(runtime::Heap& heap, const Value& value, const OutputOptions& options) {
  if (value.is(Kind::kList)) {
    return PruneList(heap, value, options);
  }
  return value.is_config() ? PruneConfig(heap, value, options) : value;
}

std::string RenderOutput(runtime::Heap& heap, const Value& value, const OutputOptions& options) {
  if (!IsShown(value, {})) {
    return Encode(runtime::MakeDict(runtime::DictBuilder(&heap).Build()), options);
  }
  Value pruned = RemoveHidden(heap, value, options);
  bool is_stream = pruned.is(Kind::kList) && std::all_of(pruned.items().begin(), pruned.items().end(),
                                                         [](const Value& item) { return item.is_config(); });
  if (!is_stream) {
    // Memory that is not written to costs nothing.
    constexpr size_t kBytesOfCharacter = 4;
    return Encode(pruned, options, heap.used() / kBytesOfCharacter);
  }
  std::string text;
  for (const Value& document : pruned.items()) {
    text += text.empty() || options.format == OutputFormat::kJson ? "" : "---\n";
    text += Encode(document, options);
  }
  return text;
}

}  // namespace kval::kcl::run
