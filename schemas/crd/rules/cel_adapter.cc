#include "schemas/crd/rules/cel_adapter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "schemas/crd/rules/declared_types.h"
#include "schemas/crd/rules/property_escaping.h"
#include "src/lang/cel/base64.h"
#include "src/lang/cel/time.h"
#include "src/support/native_stack.h"

namespace kval::schemas::crd::rules {
namespace {

using value::Kind;

// A schema of type string, for undeclared properties of a resource.
std::span<const value::Entry> StringSchemaEntries() {
  static const value::Value key = [] {
    value::Value text;
    text.kind = Kind::kString;
    text.raw = "type";
    return text;
  }();
  static const value::Value type = [] {
    value::Value text;
    text.kind = Kind::kString;
    text.raw = "string";
    return text;
  }();
  static const value::Entry entry{&key, &type};
  return {&entry, 1};
}

const value::Value& StringSchema() {
  static const value::Value schema = [] {
    static const std::span<const value::Entry> entries = StringSchemaEntries();
    value::Value map;
    map.kind = Kind::kMapping;
    map.entry_list = &entries;
    return map;
  }();
  return schema;
}

}  // namespace

// A mapping: an object with properties, or a map of values of one schema.
class CelAdapter::MapAdapter final : public cel::Map {
 public:
  MapAdapter(CelAdapter& lender, const value::Value& value, SchemaNode schema, bool is_metadata)
      : lender_(lender),
        value_(value),
        schema_(schema),
        is_object_(schema.is_object() || is_metadata),
        is_metadata_(is_metadata) {}

  size_t size() const override {
    Look();
    return entries_.size();
  }
  bool Find(const cel::Value& key, cel::Value* found) const override {
    if (!key.is(cel::ValueKind::kString)) {
      return false;
    }
    const auto name = is_object_ ? UnescapePropertyName(key.text()) : std::string(key.text());
    const value::Entry* entry = name ? lender_.index_.Find(value_, *name) : nullptr;
    if (entry == nullptr || (is_object_ && entry->value->kind == Kind::kNull)) {
      return false;
    }
    const auto schema = SchemaOf(*name);
    if (!schema) {
      return false;
    }
    *found = SourceOf(*entry->value, *name, *schema);
    return true;
  }
  cel::Value KeyAt(size_t index) const override {
    Look();
    return cel::Value::String(entries_[index].name);
  }
  cel::Value ValueAt(size_t index) const override {
    Look();
    const VisibleEntry& seen = entries_[index];
    return SourceOf(*seen.entry->value, seen.entry->key->raw, seen.schema);
  }
  const value::Value& written() const { return value_; }

 private:
  struct VisibleEntry {
    std::string name;  // as rules say it
    const value::Entry* entry;
    SchemaNode schema;
  };

  cel::Value SourceOf(const value::Value& value, std::string_view name, SchemaNode schema) const {
    if (schema_.is_resource() && name == "metadata" && value.kind == Kind::kMapping) {
      cel::Value& lent = lender_.adapted_[{&value, schema_.value()}];
      if (!lent.is(cel::ValueKind::kMap)) {
        lender_.maps_.push_back(std::make_unique<MapAdapter>(lender_, value, schema, true));
        lent = cel::Value::OfMap(lender_.maps_.back().get());
      }
      return lent;
    }
    return lender_.ToCel(value, schema);
  }

  std::optional<SchemaNode> SchemaOf(std::string_view name) const {
    if (is_metadata_) {
      const bool is_known = name == kMetadataFields[0] || name == kMetadataFields[1];
      return is_known ? std::optional(SchemaNode(&StringSchema(), false)) : std::nullopt;
    }
    if (schema_.is_resource() && (name == "apiVersion" || name == "kind" || name == "metadata")) {
      return SchemaNode(&StringSchema(), false);
    }
    if (!is_object_) {
      const value::Value* values = schema_.additional_properties();
      return values == nullptr ? std::nullopt : std::optional(SchemaNode(values, false));
    }
    const value::Value* properties = schema_.properties();
    const value::Entry* found = properties == nullptr ? nullptr : lender_.index_.Find(*properties, name);
    return found != nullptr && found->value->kind == Kind::kMapping
               ? std::optional(SchemaNode(found->value, false))
               : std::nullopt;
  }

  void Look() const {
    if (has_looked_) {
      return;
    }
    has_looked_ = true;
    for (const value::Entry& entry : value_.entries()) {
      const auto schema = SchemaOf(entry.key->raw);
      const auto name = is_object_ ? EscapePropertyName(entry.key->raw) : std::string(entry.key->raw);
      if (schema) {
        entries_.push_back({name.value_or(std::string(entry.key->raw)), &entry, *schema});
      }
    }
  }

  CelAdapter& lender_;
  const value::Value& value_;
  SchemaNode schema_;
  bool is_object_;
  bool is_metadata_;
  mutable bool has_looked_ = false;
  mutable std::vector<VisibleEntry> entries_;
};

class CelAdapter::ListAdapter final : public cel::List {
 public:
  ListAdapter(CelAdapter& lender, const value::Value& value, SchemaNode schema)
      : lender_(lender), value_(value), items_(schema.items(), false) {
    const std::string_view type = schema.list_type();
    identity_ = type == "set" ? Identity::kValue : type == "map" ? Identity::kKeys : Identity::kPlace;
    const value::Value* keys = schema.list_map_keys();
    for (const value::Value* key : keys != nullptr && keys->kind == Kind::kSequence
                                       ? keys->items()
                                       : std::span<const value::Value* const>()) {
      key_names_.push_back(EscapePropertyName(key->raw).value_or(std::string(key->raw)));
    }
    keys_.assign(key_names_.begin(), key_names_.end());
  }

  size_t size() const override { return value_.items().size(); }
  cel::Value At(size_t index) const override { return lender_.ToCel(*value_.items()[index], items_); }
  Identity identity() const override { return identity_; }
  std::span<const std::string_view> identity_keys() const override { return keys_; }

 private:
  CelAdapter& lender_;
  const value::Value& value_;
  SchemaNode items_;
  Identity identity_;
  std::vector<std::string> key_names_;
  std::vector<std::string_view> keys_;
};

CelAdapter::CelAdapter() : heap_(std::numeric_limits<uint64_t>::max()) {}
CelAdapter::~CelAdapter() = default;

cel::Value CelAdapter::Fail(std::string message) {
  return cel::Value::OfError(heap_.New<cel::Error>(cel::Error{heap_.CopyText(message), 0, false}));
}

cel::Value CelAdapter::CachedError(const value::Value& value, SchemaNode schema, std::string message) {
  cel::Value& failed = adapted_[{&value, schema.value()}];
  failed = failed.is_error() ? failed : Fail(std::move(message));
  return failed;
}

const value::Value* CelAdapter::SourceOf(const cel::Map* map) const {
  const auto found =
      std::find_if(maps_.begin(), maps_.end(), [&](const auto& lent) { return lent.get() == map; });
  return found == maps_.end() ? nullptr : &(*found)->written();
}

cel::Value CelAdapter::ToCel(const value::Value& value, SchemaNode schema) {
  NeedStack();
  // Of scalars those are kept for which something is made.
  if (!value.is_collection() && (value.kind != Kind::kString || schema.format().empty())) {
    return Scalar(value, schema);
  }
  const auto known = adapted_.find({&value, schema.value()});
  if (known != adapted_.end()) {
    return known->second;
  }
  cel::Value lent;
  if (!value.is_collection()) {
    lent = Scalar(value, schema);
  } else if (value.kind == Kind::kMapping && schema.type() == "object") {
    maps_.push_back(std::make_unique<MapAdapter>(*this, value, schema, false));
    lent = cel::Value::OfMap(maps_.back().get());
  } else if (value.kind == Kind::kSequence && schema.type() == "array" && schema.items() != nullptr) {
    lists_.push_back(std::make_unique<ListAdapter>(*this, value, schema));
    lent = cel::Value::OfList(lists_.back().get());
  } else {
    lent = Fail("invalid data, expected a value of the type " + std::string(schema.type()));
  }
  adapted_.emplace(std::make_pair(&value, schema.value()), lent);
  return lent;
}

cel::Value CelAdapter::Scalar(const value::Value& value, SchemaNode schema) {
  const std::string_view type = schema.type();
  switch (value.kind) {
    case Kind::kNull:
      return schema.is_nullable()
                 ? cel::Value::Null()
                 : CachedError(value, schema, "invalid data, got null for schema with nullable=false");
    case Kind::kString:
      if (schema.is_int_or_string() || type == "string") {
        return schema.is_int_or_string() ? cel::Value::String(value.raw) : Text(value.raw, schema);
      }
      break;
    case Kind::kBool:
      if (type == "boolean") {
        return cel::Value::Bool(value.boolean);
      }
      break;
    case Kind::kInt:
      if (type == "number") {
        return cel::Value::Double(value.is_unsigned
                                      ? static_cast<double>(static_cast<uint64_t>(value.integer))
                                      : static_cast<double>(value.integer));
      }
      if ((schema.is_int_or_string() || type == "integer") && !value.is_unsigned) {
        return cel::Value::Int(value.integer);
      }
      break;
    case Kind::kFloat:
      if (type == "number") {
        return cel::Value::Double(value.real);
      }
      if ((schema.is_int_or_string() || type == "integer") && std::trunc(value.real) == value.real &&
          std::abs(value.real) < 0x1p63) {
        return cel::Value::Int(static_cast<int64_t>(value.real));
      }
      break;
    default:
      break;
  }
  return CachedError(value, schema, "invalid data, expected a value of the type " + std::string(type));
}

// strfmt's durations have Go's units, and days and weeks.
std::optional<int64_t> ParseLongDuration(std::string_view text) {
  if (const auto duration = cel::ParseDuration(text)) {
    return duration;
  }
  const size_t unit = text.find_first_not_of("0123456789");
  if (unit == 0 || unit == std::string_view::npos || unit > 6) {
    return std::nullopt;
  }
  const int64_t count = std::stoll(std::string(text.substr(0, unit)));
  const std::string_view name = text.substr(text.find_first_not_of(' ', unit));
  constexpr int64_t kDay = 86'400'000'000'000;
  const int64_t length = name == "d" || name == "day" || name == "days"     ? kDay
                         : name == "w" || name == "week" || name == "weeks" ? 7 * kDay
                                                                            : 0;
  int64_t product = 0;
  return length == 0 || __builtin_mul_overflow(count, length, &product) ? std::nullopt
                                                                        : std::optional(product);
}

cel::Value CelAdapter::Text(std::string_view text, SchemaNode schema) {
  const std::string_view format = schema.format();
  if (format == "duration") {
    const auto duration = ParseLongDuration(text);
    return duration ? cel::Value::Duration(*duration) : Fail("Invalid duration " + std::string(text));
  }
  if (format == "date-time" || format == "date") {
    const auto time =
        cel::ParseTimestamp(format == "date" ? std::string(text) + "T00:00:00Z" : std::string(text));
    return time ? cel::Value::Time(*time)
                : Fail("Invalid " + std::string(format) + " formatted string " + std::string(text));
  }
  if (format == "byte") {
    const auto bytes = cel::FromBase64(text);
    return bytes ? cel::Value::Bytes(heap_.CopyText(*bytes))
                 : Fail("Invalid byte formatted string " + std::string(text));
  }
  return cel::Value::String(text);
}

}  // namespace kval::schemas::crd::rules
