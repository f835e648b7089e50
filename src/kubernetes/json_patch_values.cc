#include "src/kubernetes/json_patch_values.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <variant>

#include "src/kubernetes/admission/fields.h"
#include "src/support/ascii.h"
#include "src/value/builder.h"

// JSON Pointer (RFC 6901), JSON Patch (RFC 6902).
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using types::TypeId;
using value::Entry;
using value::Kind;
using value::Value;

std::vector<std::string> TokensOf(Text pointer) {
  std::vector<std::string> tokens;
  while (pointer.starts_with('/')) {
    pointer.remove_prefix(1);
    const Text raw = pointer.substr(0, pointer.find('/'));
    std::string& token = tokens.emplace_back();
    for (size_t i = 0; i < raw.size(); ++i) {
      const bool is_escape = raw[i] == '~' && i + 1 < raw.size() && (raw[i + 1] == '0' || raw[i + 1] == '1');
      token += is_escape ? (raw[++i] == '0' ? '~' : '/') : raw[i];
    }
    pointer.remove_prefix(raw.size());
  }
  return tokens;
}

bool IsIndex(Text token) {
  return token == "-" || (!token.empty() && std::all_of(token.begin(), token.end(), IsDigit));
}

class PartBuilder {
 public:
  PartBuilder(const PatchedKind& kind, Arena& arena) : kind_(kind), build_(&arena) {}

  // Null if the operation sets nothing whose type is known.
  const Value* Part(const Value& operation) {
    const Value* path = FieldOf(&operation, "path");
    const Value* set = FieldOf(&operation, "value");
    const Text name = TextField(&operation, "op");
    std::vector<std::string> tokens = TokensOf(TextOf(path));
    // A path that ends with `/` names the key "", but its author means the map.
    if (tokens.size() > 1 && tokens.back().empty()) {
      tokens.pop_back();
    }
    if (set == nullptr || (name != "add" && name != "replace") || tokens.empty() || tokens[0] == "kind" ||
        tokens[0] == "apiVersion") {
      return nullptr;
    }
    const std::optional<std::vector<bool>> lists = Lists(tokens);
    if (!lists) {
      return nullptr;
    }
    const source::Span span = path->span;
    const Value* part = set;
    for (size_t i = tokens.size(); i-- > 1;) {
      part = (*lists)[i] ? build_.Sequence(std::array{part}, span)
                         : build_.Mapping(std::array{Entry{build_.String(tokens[i], span), part}}, span);
    }
    return build_.Mapping(
        std::array{Entry{build_.String("apiVersion", span), build_.String(kind_.api_version, span)},
                   Entry{build_.String("kind", span), build_.String(kind_.kind, span)},
                   Entry{build_.String(tokens[0], span), part}},
        span);
  }

 private:
  // Returns whether each token selects an item of a list; nullopt if that is not known, or impossible.
  std::optional<std::vector<bool>> Lists(const std::vector<std::string>& tokens) const {
    const types::Model& model = *kind_.schema.model;
    std::optional<TypeId> type = kind_.schema.type;
    std::vector<bool> lists;
    for (const std::string& token : tokens) {
      if (!type) {  // below an undeclared field, which is reported
        lists.push_back(IsIndex(token));
        continue;
      }
      const types::Type& known = model.Resolve(*type);
      if (const auto* list = std::get_if<types::List>(&known.shape)) {
        if (!IsIndex(token)) {
          return std::nullopt;
        }
        type = list->item;
        lists.push_back(true);
        continue;
      }
      const auto* record = std::get_if<types::Record>(&known.shape);
      const types::Field* field = record == nullptr ? nullptr : record->Find(model.interner().Find(token));
      if (record == nullptr || (field == nullptr && record->key_rules.empty() && record->open)) {
        return std::nullopt;
      }
      type = field != nullptr            ? std::optional(field->type)
             : record->key_rules.empty() ? std::nullopt
                                         : std::optional(record->key_rules.front().value);
      lists.push_back(false);
    }
    return lists;
  }

  const PatchedKind& kind_;
  value::Builder build_;
};

bool IsStable(Text api_version) {
  return api_version.find("alpha") == Text::npos && api_version.find("beta") == Text::npos;
}

// The stable API of a kind that Kubernetes has in one group only; empty if there is none.
std::string StableApiOf(Text kind, const value::Value* group, const Catalog& catalog, size_t version) {
  std::string found;
  for (const schemas::kubernetes::Api& api : catalog.table().Apis()) {
    const Text name = schemas::kubernetes::GroupOf(api.api_version);
    if (api.kind != kind || (api.versions >> version & 1U) == 0 || !IsStable(api.api_version) ||
        (group != nullptr && TextOf(group) != name)) {
      continue;
    }
    if (!found.empty() && schemas::kubernetes::GroupOf(found) != name) {
      return {};
    }
    found = api.api_version;
  }
  return found;
}

}  // namespace

PatchedKind KindOfTarget(const Value& target, Catalog& catalog, size_t version) {
  PatchedKind found{{}, std::string(TextField(&target, "kind")), {}};
  const Value* group = FieldOf(&target, "group");
  const Text of_version = TextField(&target, "version");
  if (found.kind.empty()) {
    return found;
  }
  if (of_version.empty()) {
    found.api_version = StableApiOf(found.kind, group, catalog, version);
  } else if (group != nullptr || of_version.find('/') == Text::npos) {
    const Text name = TextOf(group);
    found.api_version = (name.empty() ? std::string() : std::string(name) + "/") + std::string(of_version);
  }
  if (!found.api_version.empty()) {
    found.schema = catalog.Find(found.api_version, found.kind, version);
  }
  return found;
}

const Value* AsOfTarget(const Value& patch, const PatchedKind& target, Catalog& catalog, size_t version,
                        Arena& arena) {
  const Text kind = TextField(&patch, "kind"), api_version = TextField(&patch, "apiVersion");
  if (kind == target.kind || kind.empty() || api_version.empty() ||
      catalog.Find(api_version, kind, version).source != KindSchema::Source::kNone) {
    return &patch;
  }
  if (target.schema.model == nullptr) {
    return nullptr;
  }
  value::Builder build(&arena);
  const std::span<value::Entry> entries = build.CopyOfEntries(patch);
  for (value::Entry& entry : entries) {
    const Text key = TextOf(entry.key);
    if (key == "kind" || key == "apiVersion") {
      entry.value = build.String(key == "kind" ? target.kind : target.api_version, entry.value->span);
    }
  }
  return build.WithRow(patch, entries);
}

std::vector<const Value*> PartsSetByJsonPatch(const Value& operations, const PatchedKind& kind,
                                              Arena& arena) {
  PartBuilder builder(kind, arena);
  std::vector<const Value*> parts;
  for (const Value* operation : operations.items()) {
    if (const Value* part = builder.Part(*operation)) {
      parts.push_back(part);
    }
  }
  return parts;
}

}  // namespace kval::kubernetes
