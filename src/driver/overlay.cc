#include "src/driver/overlay.h"

#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "annotations/ineffective.h"
#include "annotations/overlay/apply.h"
#include "annotations/overlay_specs.h"
#include "src/check/fields.h"
#include "src/driver/template_runtime.h"
#include "src/merge/merge.h"
#include "src/support/keyed_hash.h"

namespace kval::driver {
namespace {

// Whether the schema constrains values below these keys: no ancestor accepts any value.
bool IsValidated(const types::Model& model, std::span<const value::Value* const> keys) {
  if (!model.has_root()) {
    return false;
  }
  const types::Type* type = &model.Resolve(model.root().type);
  for (const value::Value* key : keys) {
    const auto* record = std::get_if<types::Record>(&type->shape);
    if (record == nullptr) {
      break;
    }
    const types::Field* field = check::FieldOf(model, *record, *key);
    if (field == nullptr) {
      return !record->open && record->key_rules.empty();
    }
    type = &model.Resolve(field->type);
  }
  return !std::holds_alternative<types::Any>(type->shape);
}

}  // namespace

Layer LayerOf(const ValuesDocument& values, bool proposal, Session& session) {
  if (!values.is_plain) {
    annotations::WarnIneffective(values.document, annotations::AnnotationContext::kValues,
                                 session.annotations, session.emit);
  }
  Layer layer;
  layer.document = values.document;
  layer.defaults = values.is_plain ? merge::Defaults::kPlain : merge::Defaults::kAnnotated;
  const std::string_view child_defaults = annotations::kOverlayMatchChildDefaults.name;
  if (proposal && !values.is_plain && !session.annotations.Has(values.document.node, child_defaults)) {
    templating::Annotation implied;
    implied.name = child_defaults;
    implied.span = implied.name_span = values.document.span;
    implied.arguments.push_back({"missing_ok", starlark::Value::Bool(true), values.document.span});
    session.annotations.Add(values.document.node, std::move(implied));
  }
  return layer;
}

Layer ApplyNullDeletions(Layer layer, const value::Value& base) {
  if (layer.defaults != merge::Defaults::kPlain || layer.plan) {
    return layer;
  }
  merge::MergePlan plan(merge::Defaults::kPlain);
  bool deletes = false;
  std::vector<std::pair<const value::Value*, const value::Value*>> pairs = {{&base, layer.document.root}};
  while (!pairs.empty()) {
    const auto [left, right] = pairs.back();
    pairs.pop_back();
    if (left->kind != value::Kind::kMapping || right->kind != value::Kind::kMapping) {
      continue;
    }
    TextMap<std::string_view, const value::Value*> known;
    for (const value::Entry& entry : left->entries()) {
      known.emplace(entry.key->raw, entry.value);
    }
    for (const value::Entry& entry : right->entries()) {
      const auto found = known.find(entry.key->raw);
      if (found == known.end()) {
        continue;
      }
      if (entry.value->kind == value::Kind::kNull) {
        merge::Op& op = plan.At(entry.key);
        op.has_match = true;
        op.action = merge::Action::kRemove;
        op.span = op.match_span = entry.key->span;
        deletes = true;
      } else {
        pairs.emplace_back(found->second, entry.value);
      }
    }
  }
  if (deletes) {
    layer.plan = std::move(plan);
  }
  return layer;
}

const value::Value* MergeLayer(const value::Value& base, const Layer& layer, const types::Model* model,
                               merge::KeyTableCache& tables, Session& session) {
  merge::MergeContext context{&session.build, &session.emit, nullptr, &tables, {}};
  if (model != nullptr) {
    context.is_validated = [model](std::span<const value::Value* const> keys) {
      return IsValidated(*model, keys);
    };
  }
  if (layer.plan) {
    return merge::Apply(base, *layer.document.root, layer.document.node, *layer.plan, context).root;
  }
  annotations::OverlayContext overlay = session.runtime->overlay_context();
  overlay.is_validated = context.is_validated;
  overlay.tables = &tables;
  const templating::AnnotatedDocument left{&base, &base, base.span};
  return annotations::Overlay(left, layer.document, layer.defaults, overlay).document.root;
}

std::function<bool(const templating::AnnotatedDocument&, templating::AnnotatedDocument&)> MakeOverlayFunction(
    Session& session) {
  return [&session](const templating::AnnotatedDocument& over, templating::AnnotatedDocument& base) {
    const annotations::DocumentAfterOverlays result =
        annotations::Overlay(base, over, merge::Defaults::kAnnotated, session.runtime->overlay_context());
    base = result.document;
    return result.ok;
  };
}

}  // namespace kval::driver
