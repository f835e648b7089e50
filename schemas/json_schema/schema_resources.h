#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "schemas/json_schema/draft.h"
#include "src/support/id.h"
#include "src/support/keyed_hash.h"
#include "src/value/value.h"

namespace kval::schemas::json_schema {

using ResourceId = Id<struct ResourceTag>;

// A schema with a URI (`$id`, or its file), excluding nested schemas with a URI.
struct SchemaResource {
  std::string uri;  // without fragment
  std::string
      retrieved;  // where the containing document was loaded from; a second base for relative references
  const value::Value* root = nullptr;
  Draft draft = Draft::k2020;
  bool is_of_values = false;  // `x-kval-values: true` (keywords.h)
  bool validates = true;      // false: `$schema` omits the validation vocabulary
  std::map<std::string, const value::Value*, std::less<>> anchors;          // dynamic ones as well
  std::map<std::string, const value::Value*, std::less<>> dynamic_anchors;  // `` for `$recursiveAnchor: true`
};

// A schema found by a reference.
struct ResolvedReference {
  const value::Value* schema = nullptr;  // null: not found
  ResourceId resource;
};

// All schemas with a URI: added documents, their embedded resources, and referenced documents, which are
// loaded on demand.
class SchemaResources {
 public:
  // Returns the document with a URI without fragment, or null. `retrieved` receives the location that it was
  // loaded from, if that is a better base for files than the URI.
  using DocumentLoader = std::function<const value::Value*(const std::string& uri, std::string& retrieved)>;

  SchemaResources(Draft default_draft, DocumentLoader loader)
      : default_draft_(default_draft), loader_(std::move(loader)) {}

  ResourceId AddDocument(const value::Value& root, const std::string& uri, const std::string& retrieved);

  // Resolves a reference in `from`: to a document, an anchor, or a JSON Pointer.
  ResolvedReference Find(ResourceId from, std::string_view reference);

  // Returns the resource that contains a schema. Requires: a keyword defines the schema's location, or a
  // reference was resolved to it.
  ResourceId Of(const value::Value& schema) const;
  const SchemaResource& Get(ResourceId id) const { return resources_[static_cast<size_t>(id.index)]; }

  // Returns whether a `$schema` URI is a known draft or an available meta-schema.
  bool KnowsDialect(std::string_view schema_uri);

  // The number of schemas in all indexed documents.
  size_t schema_count() const { return of_.size(); }

 private:
  void Index(const value::Value& schema, ResourceId within);
  void IndexChildren(const value::Value& schema, ResourceId within);
  ResourceId Enter(const value::Value& schema, ResourceId within);
  void AddAnchors(const value::Value& schema, ResourceId within);
  bool Validates(std::string_view schema_uri);
  ResourceId Load(const std::string& uri);
  ResolvedReference ByPointer(ResourceId resource, std::string_view pointer);
  const value::Value* Step(const value::Value& value, const std::string& step);

  Draft default_draft_;
  DocumentLoader loader_;
  std::deque<SchemaResource> resources_;
  std::map<std::string, ResourceId, std::less<>> by_uri_;
  std::unordered_map<const value::Value*, ResourceId> of_;
  // Index of the entries of large maps that references are resolved through, by key.
  std::unordered_map<const value::Value*, TextMap<std::string_view, const value::Value*>> large_;
};

// Returns the value of a keyword if it is a string.
std::optional<std::string_view> TextOf(const value::Value& schema, std::string_view keyword);

}  // namespace kval::schemas::json_schema
