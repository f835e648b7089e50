#include "src/driver/releases/application_parameters.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "src/helm/go_number.h"
#include "src/support/ascii_text.h"
#include "src/support/native_stack.h"

namespace kval::driver {
namespace {

using value::Entry;
using value::Kind;
using value::Value;

constexpr size_t kMostNameCharacters = 253;

// As mergo defines it.
bool IsEmpty(const Value* value) {
  if (value == nullptr) {
    return true;
  }
  switch (value->kind) {
    case Kind::kNull:
      return true;
    case Kind::kBool:
      return !value->boolean;
    case Kind::kInt:
      return value->integer == 0;
    case Kind::kFloat:
      return value->real == 0;
    case Kind::kString:
      return value->raw.empty();
    case Kind::kSequence:
      return value->items().empty();
    case Kind::kMapping:
      return value->entries().empty();
  }
  return true;
}

double RealOf(const Value& number) {
  if (number.kind == Kind::kFloat) {
    return number.real;
  }
  return number.is_unsigned ? static_cast<double>(static_cast<uint64_t>(number.integer))
                            : static_cast<double>(number.integer);
}

void Flatten(const Value& value, const std::string& path, value::Builder& build, std::vector<Entry>& out) {
  NeedStack();
  const std::string prefix = path.empty() ? path : path + ".";
  if (value.kind == Kind::kMapping) {
    for (const Entry& entry : value.entries()) {
      Flatten(*entry.value, prefix + std::string(entry.key->raw), build, out);
    }
  } else if (value.kind == Kind::kSequence) {
    for (size_t i = 0; i < value.items().size(); ++i) {
      Flatten(*value.items()[i], prefix + std::to_string(i), build, out);
    }
  } else {
    out.push_back({build.String(path), build.String(GoText(value), value.span)});
  }
}

}  // namespace

std::string GoText(const Value& value) {
  NeedStack();
  std::string text;
  switch (value.kind) {
    case Kind::kNull:
      return "<nil>";
    case Kind::kBool:
      return value.boolean ? "true" : "false";
    case Kind::kInt:
    case Kind::kFloat:
      return helm::TemplateText(RealOf(value));
    case Kind::kString:
      return std::string(value.raw);
    case Kind::kSequence:
      for (const Value* item : value.items()) {
        text += (text.empty() ? "" : " ") + GoText(*item);
      }
      return "[" + text + "]";
    case Kind::kMapping:
      break;
  }
  std::vector<std::pair<std::string_view, const Value*>> entries;
  for (const Entry& entry : value.entries()) {
    entries.emplace_back(entry.key->raw, entry.value);
  }
  std::sort(entries.begin(), entries.end());
  for (const auto& entry : entries) {
    text.append(text.empty() ? "" : " ").append(entry.first).append(":").append(GoText(*entry.second));
  }
  return "map[" + text + "]";
}

const Value* WithField(const Value& map, std::string_view key, const Value* value, value::Builder& build) {
  std::vector<Entry> entries(map.entries().begin(), map.entries().end());
  const auto same =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.key->raw == key; });
  if (same != entries.end()) {
    same->value = value;
  } else {
    entries.push_back({build.String(key), value});
  }
  return build.WithEntries(map, entries);
}

const Value* WithFields(const Value& map, const Value& over, value::Builder& build) {
  std::vector<Entry> entries;
  for (const Entry& entry : map.entries()) {
    if (value::Find(over, entry.key->raw) == nullptr) {
      entries.push_back(entry);
    }
  }
  entries.insert(entries.end(), over.entries().begin(), over.entries().end());
  return build.WithEntries(map, entries);
}

const Value* FindUnsupportedKey(const Value& value) {
  NeedStack();
  const Value* found = nullptr;
  for (const Entry& entry : value.entries()) {
    const bool is_supported = !entry.key->is_collection() && entry.key->kind != Kind::kNull;
    found = found != nullptr ? found : is_supported ? FindUnsupportedKey(*entry.value) : entry.key;
  }
  for (const Value* item : value.items()) {
    found = found != nullptr ? found : FindUnsupportedKey(*item);
  }
  return found;
}

const Value* WithTextKeys(const Value& value, value::Builder& build) {
  NeedStack();
  std::vector<Entry> entries;
  for (const Entry& entry : value.entries()) {
    const bool is_text = entry.key->kind == Kind::kString;
    entries.push_back({is_text ? entry.key : build.String(helm::KeyText(*entry.key), entry.key->span),
                       WithTextKeys(*entry.value, build)});
  }
  std::vector<const Value*> items;
  for (const Value* item : value.items()) {
    items.push_back(WithTextKeys(*item, build));
  }
  return value.kind == Kind::kMapping    ? build.WithEntries(value, entries)
         : value.kind == Kind::kSequence ? build.WithItems(value, items)
                                         : &value;
}

const Value* Flattened(const Value& map, value::Builder& build) {
  std::vector<Entry> entries;
  for (const Entry& entry : map.entries()) {
    Flatten(*entry.value, std::string(entry.key->raw), build, entries);
  }
  return build.Mapping(entries);
}

const Value* MergedWith(const Value& base, const Value& over, value::Builder& build) {
  NeedStack();
  if (base.kind != Kind::kMapping || over.kind != Kind::kMapping || base.entries().empty()) {
    return &over;
  }
  std::vector<Entry> entries;
  for (const Entry& entry : base.entries()) {
    const Value* value = value::Find(over, entry.key->raw);
    entries.push_back({entry.key, value == nullptr ? entry.value : MergedWith(*entry.value, *value, build)});
  }
  for (const Entry& entry : over.entries()) {
    if (value::Find(base, entry.key->raw) == nullptr) {
      entries.push_back(entry);
    }
  }
  return build.WithEntries(base, entries);
}

const Value* CompletedFrom(const Value* value, const Value* base, value::Builder& build) {
  NeedStack();
  if (IsEmpty(value)) {
    return base == nullptr ? value : base;
  }
  if (base == nullptr || value->kind != Kind::kMapping || base->kind != Kind::kMapping) {
    return value;
  }
  std::vector<Entry> entries;
  for (const Entry& entry : value->entries()) {
    // Argo CD keeps the JSON of `valuesObject` as one value.
    entries.push_back(
        {entry.key, entry.key->raw == "valuesObject"
                        ? entry.value
                        : CompletedFrom(entry.value, value::Find(*base, entry.key->raw), build)});
  }
  for (const Entry& entry : base->entries()) {
    if (value::Find(*value, entry.key->raw) == nullptr) {
      entries.push_back(entry);
    }
  }
  return build.WithEntries(*value, entries);
}

std::string NormalizedName(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const char lower = ToLower(c);
    if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U) {
      continue;  // a later byte of a character
    }
    result += IsLower(lower) || IsDigit(lower) || lower == '.' ? lower : '-';
  }
  return std::string(Trimmed(std::string_view(result).substr(0, kMostNameCharacters), "-."));
}

std::string Slug(std::string_view name, size_t max_size, bool is_smart) {
  std::string text = NormalizedName(name);
  text = is_smart || text.size() < max_size ? text : text.substr(0, max_size);
  std::string slug;
  for (const char c : text) {
    const char allowed = c == '.' ? '-' : c;
    if (allowed != '-' || !slug.ends_with('-')) {
      slug += allowed;
    }
  }
  slug = Trimmed(slug, "-");
  if (max_size == 0 || !is_smart || slug.size() <= max_size) {
    return slug;
  }
  const size_t dash = slug.rfind('-', max_size);
  return slug.substr(0, dash == std::string::npos ? max_size : dash);
}

}  // namespace kval::driver
