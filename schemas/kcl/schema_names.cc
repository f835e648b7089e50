#include "schemas/kcl/schema_names.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "schemas/kcl/source_formatting.h"
#include "src/value/compare.h"

namespace kval::schemas::kcl {
namespace {

constexpr int kSchemaNamesDepthLimit = 400;
constexpr size_t kLongestName = 120;  // that is put together
// The total size of record dumps to compare, in bytes: records that share types repeat them.
constexpr size_t kMostCompared = size_t{16} << 20;

bool HasDecorations(const types::Doc& doc) {
  return !doc.title.empty() || !doc.examples.empty() || doc.deprecated || doc.removed;
}

}  // namespace

bool IsSchema(const types::Record& record) {
  return !record.fields.empty() || (record.key_rules.empty() && !record.open);
}

SchemaNames::SchemaNames(const types::Model& model, std::string_view root_name) : model_(model) {
  const types::TypeId root = model.root().type;
  const auto* record = std::get_if<types::Record>(&model.Resolve(root).shape);
  if (record == nullptr) {
    Visit(root, {std::string(root_name), false, -1}, 0);
  } else {
    // Always a schema, even without declared keys.
    const std::string name =
        record->schema ? std::string(model.interner().Text(*record->schema)) : std::string(root_name);
    entries_.push_back({root, name, false});
    origins_.emplace_back();
    by_type_[root.index] = 0;
    if (record->schema) {
      by_identity_[IdentityOf(root, *record, false)] = 0;
    }
    VisitChildren(model.Resolve(root), {name, false, 0}, 0);
  }
  ChooseNames();
}

const SchemaNames::SchemaEntry* SchemaNames::Find(types::TypeId type) const {
  const auto found = by_type_.find(type.index);
  return found == by_type_.end() ? nullptr : &entries_[static_cast<size_t>(found->second)];
}

diag::Path SchemaNames::PathOf(const SchemaEntry& entry) const {
  std::vector<const FirstUse*> above;
  for (auto at = static_cast<int>(&entry - entries_.data()); at >= 0;) {
    above.push_back(&origins_[static_cast<size_t>(at)]);
    at = above.back()->parent;
  }
  diag::Path path;
  for (auto origin = above.rbegin(); origin != above.rend(); ++origin) {
    path.insert(path.end(), (*origin)->path.begin(), (*origin)->path.end());
  }
  return path;
}

void SchemaNames::Visit(types::TypeId id, const UseSite& use, int depth) {
  const types::Type& type = model_.Resolve(id);
  const auto* record = std::get_if<types::Record>(&type.shape);
  if (depth > kSchemaNamesDepthLimit || !seen_.insert(id.index).second) {
    return;
  }
  if (record == nullptr || !IsSchema(*record)) {
    VisitChildren(type, use, depth);
    return;
  }
  const auto index = static_cast<int>(entries_.size());
  const auto [place, is_new] = by_identity_.try_emplace(IdentityOf(id, *record, use.is_element), index);
  by_type_[id.index] = place->second;
  if (is_new) {
    entries_.push_back({id, CandidateOf(*record, use), use.is_element});
    origins_.push_back({use.parent, use.path});
    VisitChildren(type, {use.key, false, index}, depth);
  }
}

void SchemaNames::VisitChildren(const types::Type& type, const UseSite& use, int depth) {
  const auto element = [&](types::TypeId id, std::optional<diag::PathStep> step) {
    UseSite inner{use.key, true, use.parent, use.path};
    if (step) {
      inner.path.push_back(*std::move(step));
    }
    Visit(id, inner, depth + 1);
  };
  if (const auto* list = std::get_if<types::List>(&type.shape)) {
    element(list->item, diag::PathStep::Index(0));
  } else if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
    for (types::TypeId arm : choice->variants) {
      element(arm, std::nullopt);
    }
  } else if (const auto* record = std::get_if<types::Record>(&type.shape)) {
    for (const types::Field& field : record->fields) {
      UseSite inner{value::PlainText(*field.key), false, use.parent, use.path};
      inner.path.push_back(diag::PathStep::Key(inner.key));
      Visit(field.type, inner, depth + 1);
    }
    for (const types::KeyRule& rule : record->key_rules) {
      element(rule.value, diag::PathStep::Key("*"));
    }
  }
}

// A text that is equal for records that one KCL schema can represent. Records of a KCL program are
// distinguished by their schemas, others by their whole dump; functions cannot be compared.
std::string SchemaNames::IdentityOf(types::TypeId id, const types::Record& record, bool is_element) {
  if (record.schema) {
    std::string identity = "s " + std::string(model_.interner().Text(*record.schema));
    for (const types::Field& field : record.fields) {
      identity += " " + std::to_string(field.type.index);
    }
    for (const types::KeyRule& rule : record.key_rules) {
      identity += " " + std::to_string(rule.value.index);
    }
    return identity;
  }
  if (compared_ > kMostCompared) {
    return "t " + std::to_string(id.index);
  }
  std::string identity = types::Dump(model_, id);
  compared_ += identity.size();
  identity.erase(0, identity.find('\n'));
  const bool is_opaque =
      identity.find("rule check ") != std::string::npos || identity.find(" when ") != std::string::npos;
  if (is_opaque) {
    identity += " " + std::to_string(id.index);
  }
  // Decorators are on an attribute, but on the schema of an element.
  return (is_element && HasDecorations(*model_.Resolve(id).doc) ? "e" : "f") + identity;
}

std::string SchemaNames::CandidateOf(const types::Record& record, const UseSite& use) const {
  if (record.schema) {
    return std::string(model_.interner().Text(*record.schema));
  }
  return use.is_element ? SchemaNameOfOne(use.key) : SchemaName(use.key);
}

// A name that several schemas would have is put behind that of the schema around each, as long as the result
// is short: names of deeply nested schemas would otherwise be the square of their depth.
void SchemaNames::ChooseNames() {
  std::map<std::string, int> expected;
  for (const SchemaEntry& entry : entries_) {
    ++expected[entry.name];
  }
  std::set<std::string> taken;
  std::map<std::string, int> numbers;  // the next one to try for a name
  for (size_t i = 0; i < entries_.size(); ++i) {
    SchemaEntry& entry = entries_[i];
    const bool has_own_name = std::get<types::Record>(model_.Resolve(entry.type).shape).schema.has_value();
    const int parent = origins_[i].parent;
    if (expected[entry.name] > 1 && !has_own_name && parent > 0) {
      const std::string& around = entries_[static_cast<size_t>(parent)].name;
      entry.name = around.size() + entry.name.size() > kLongestName ? entry.name : around + entry.name;
    }
    const std::string name = entry.name;
    for (int& number = numbers.try_emplace(name, 2).first->second; !taken.insert(entry.name).second;) {
      entry.name = name + std::to_string(number++);
    }
  }
}

}  // namespace kval::schemas::kcl
