#include "src/cli/kubernetes_hover.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "schemas/kubernetes/decoder.h"
#include "schemas/kubernetes/embedded.h"
#include "schemas/kubernetes/type_description.h"
#include "src/api/schema_info.h"
#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/driver/inputs/reading.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/interner.h"
#include "src/value/value.h"
#include "src/yaml/document.h"

namespace kval::cli {
namespace {

using schemas::kubernetes::Api;
using schemas::kubernetes::ApiTable;
using schemas::kubernetes::FieldDescription;
using schemas::kubernetes::TypeDescription;

std::string_view TextOf(const value::Value& resource, std::string_view key) {
  const value::Value* value = resource.kind == value::Kind::kMapping ? value::Find(resource, key) : nullptr;
  return value != nullptr && value->kind == value::Kind::kString ? value->raw.view() : std::string_view();
}

// Descriptions of the Kubernetes API for the fields of a kind.
class FieldDescriptions {
 public:
  FieldDescriptions(const ApiTable& table, const Api& api)
      : table_(table),
        api_(api),
        strings_(schemas::kubernetes::Decompress(schemas::kubernetes::Descriptions())) {}

  void AddTo(api::SchemaInfo& meaning) const {
    if (const std::optional<TypeDescription> own = Of(meaning.path, meaning.path.size())) {
      meaning.type = own->field.name.empty() ? own->kind : own->field.type;
      meaning.text = own->field.text.empty() ? own->type_text : own->field.text;
      AddTo(own->fields, meaning.keys);
    }
    if (meaning.path.empty()) {
      return;
    }
    if (const std::optional<TypeDescription> around = Of(meaning.path, meaning.path.size() - 1)) {
      AddTo(around->fields, meaning.sibling_keys);
    }
  }

 private:
  // Of the field that the first steps of a path lead to.
  std::optional<TypeDescription> Of(const std::vector<api::PathStep>& path, size_t size) const {
    std::string names;
    for (size_t i = 0; i < size; ++i) {
      if (path[i].index < 0) {
        names += (names.empty() ? "" : ".") + path[i].key;
      }
    }
    schemas::kubernetes::UnknownField no_field;
    return schemas::kubernetes::Describe(table_, api_, names, table_.newest(), strings_, no_field);
  }

  static void AddTo(const std::vector<FieldDescription>& fields, std::vector<api::KeyInfo>& keys) {
    for (api::KeyInfo& key : keys) {
      const auto field = std::find_if(fields.begin(), fields.end(),
                                      [&key](const FieldDescription& one) { return one.name == key.key; });
      if (field != fields.end()) {
        key.type = field->type;
        key.text = field->text;
        key.is_required = field->is_required;
      }
    }
  }

  const ApiTable& table_;
  const Api& api_;
  std::string strings_;
};

}  // namespace

api::SchemaInfo DescribeResourceAt(std::string_view text, size_t at, const Limits& limits) {
  source::SourceMap sources;
  const source::SourceFile& file = sources.AddText("", std::string(text));
  const uint32_t offset = file.base() + static_cast<uint32_t>(at);
  Arena arena;
  diag::Collector unheard;
  diag::Emitter silence(&unheard);
  const yaml::File read =
      yaml::ReadFile(file, driver::ReadOptionsForDialect(value::Dialect::kK8s, limits), arena, silence);
  const ApiTable table = ApiTable::Builtin();
  for (const yaml::Document& document : read.documents) {
    const Api api{TextOf(*document.root, "apiVersion"), TextOf(*document.root, "kind")};
    const auto* record = table.FindKind(api.api_version, api.kind, table.newest());
    if (record == nullptr || offset < document.span.begin || offset > document.span.end) {
      continue;
    }
    Interner interner;
    types::Model model(&interner);
    const types::TypeId type =
        schemas::kubernetes::Decoder(table, table.newest(), arena, model).TypeOf(*record);
    api::SchemaInfo meaning = api::MeaningOf(*document.root, type, model, offset, sources, limits);
    if (meaning) {
      FieldDescriptions(table, api).AddTo(meaning);
    }
    return meaning;
  }
  return {};
}

}  // namespace kval::cli
