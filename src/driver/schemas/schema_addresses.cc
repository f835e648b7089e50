#include "src/driver/schemas/schema_addresses.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "schemas/json_schema/metaschemas.h"
#include "schemas/json_schema/uri.h"
#include "src/diag/collector.h"
#include "src/driver/inputs/classification.h"
#include "src/driver/schemas/schema_modeline.h"
#include "src/driver/session.h"
#include "src/vendor/schema_address.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

namespace uri = schemas::json_schema;
using value::Value;

// Keywords whose values are data.
constexpr std::array<std::string_view, 5> kDataKeywords = {"const", "default", "enum", "example", "examples"};

// The references and the identifiers of a schema. Uses no native stack.
class References {
 public:
  void Collect(const Value& root, const std::string& base) {
    pending_.push_back({&root, base});
    while (!pending_.empty()) {
      const Part part = std::move(pending_.back());
      pending_.pop_back();
      part.value->kind == value::Kind::kMapping ? AddMap(*part.value, part.base) : AddItems(part);
    }
  }

  std::vector<std::string> Addresses() const {
    std::vector<std::string> addresses;
    for (const std::string& target : targets_) {
      if (vendor::IsAddress(target) && identifiers_.count(target) == 0 && uri::MetaSchema(target).empty()) {
        addresses.push_back(target);
      }
    }
    return addresses;
  }

  void AddIdentifier(std::string identifier) { identifiers_.insert(std::move(identifier)); }

 private:
  struct Part {
    const Value* value;
    std::string base;
  };

  static std::string Target(const std::string& base, std::string_view reference) {
    return std::string(uri::WithoutFragment(uri::ResolveUri(base, reference)));
  }

  void AddMap(const Value& map, std::string base) {
    for (const std::string_view key : {"$id", "id"}) {
      const Value* id = value::Find(map, key);
      if (id != nullptr && id->kind == value::Kind::kString) {
        base = Target(base, id->raw);
        AddIdentifier(base);
      }
    }
    for (const value::Entry& entry : map.entries()) {
      const std::string_view key = entry.key->raw;
      if (key == "$ref" && entry.value->kind == value::Kind::kString) {
        targets_.insert(Target(base, entry.value->raw));
      } else if (std::find(kDataKeywords.begin(), kDataKeywords.end(), key) == kDataKeywords.end()) {
        Push(*entry.value, base);
      }
    }
  }

  void AddItems(const Part& part) {
    for (const Value* item : part.value->items()) {
      Push(*item, part.base);
    }
  }

  void Push(const Value& value, const std::string& base) {
    if (value.kind == value::Kind::kMapping || value.kind == value::Kind::kSequence) {
      pending_.push_back({&value, base});
    }
  }

  std::vector<Part> pending_;
  std::set<std::string> targets_;
  std::set<std::string> identifiers_;
};

}  // namespace

std::vector<std::string> ReferencesOf(const source::SourceFile& file, const std::string& address,
                                      const Limits& limits, bool& is_schema) {
  Arena arena;
  diag::Collector unread;
  diag::Emitter silent(&unread);
  yaml::ReadOptions reading;
  reading.dialect = value::Dialect::kYaml12;
  reading.limits = limits;
  const yaml::File read = yaml::ReadFile(file, reading, arena, silent);
  is_schema = silent.error_count() == 0 && !read.documents.empty();
  References references;
  references.AddIdentifier(address);
  for (const yaml::Document& document : read.documents) {
    const bool is_map = document.root->kind == value::Kind::kMapping;
    is_schema = is_schema && (is_map || read.documents.size() > 1);
    if (is_map) {
      references.Collect(*document.root, address);
    }
  }
  return is_schema ? references.Addresses() : std::vector<std::string>();
}

std::vector<std::string> AddressesNamedIn(const source::SourceFile& file, const Limits& limits) {
  std::vector<std::string> addresses;
  if (const std::optional<SchemaModeline> named = FindSchemaModeline(file)) {
    const std::string name(uri::WithoutFragment(named->name));
    if (vendor::IsAddress(name)) {
      addresses.push_back(name);
    }
  }
  const bool may_refer =
      file.text().find("$ref") != std::string_view::npos && file.text().find("://") != std::string_view::npos;
  if (may_refer && ClassifyText(file, limits).is_json_schema()) {
    bool is_schema = false;
    const std::vector<std::string> referenced = ReferencesOf(file, {}, limits, is_schema);
    addresses.insert(addresses.end(), referenced.begin(), referenced.end());
  }
  return addresses;
}

}  // namespace kval::driver
