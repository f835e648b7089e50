#include "src/driver/overlay.h"

#include "annotations/overlay/apply.h"
#include "src/merge/merge.h"

namespace kval::driver {

Layer LayerOf(const ValuesDocument& values, bool proposal, Session& session) {
  Layer layer;
  layer.document = values.document;
  layer.defaults = values.is_plain ? merge::Defaults::kPlain : merge::Defaults::kAnnotated;
  constexpr std::string_view kChildDefaults = "overlay/match-child-defaults";
  if (proposal && !values.is_plain && !session.annotations.Has(values.document.node, kChildDefaults)) {
    templating::Annotation implied;
    implied.name = kChildDefaults;
    implied.span = implied.name_span = values.document.span;
    implied.arguments.push_back({"missing_ok", starlark::Value::Bool(true), values.document.span});
    session.annotations.Add(values.document.node, std::move(implied));
  }
  return layer;
}

const value::Value* MergeLayer(const value::Value& base, const Layer& layer, Session& session) {
  if (layer.plan) {
    const merge::Context context{&session.build, &session.emit, nullptr};
    return merge::Apply(base, *layer.document.root, layer.document.node, *layer.plan, context).root;
  }
  const templating::AnnotatedDocument left{&base, &base, base.span};
  return annotations::Overlay(left, layer.document, layer.defaults, session.overlay_context()).document.root;
}

std::function<bool(const templating::AnnotatedDocument&, templating::AnnotatedDocument&)> OverlayFunction(
    Session& session) {
  return [&session](const templating::AnnotatedDocument& over, templating::AnnotatedDocument& base) {
    const annotations::OverlaidDocument result =
        annotations::Overlay(base, over, merge::Defaults::kAnnotated, session.overlay_context());
    base = result.document;
    return result.ok;
  };
}

}  // namespace kval::driver
