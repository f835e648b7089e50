#include "src/driver/layered_values.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "annotations/schema/specs.h"
#include "schemas/ytt/compile.h"
#include "src/check/complete.h"
#include "src/driver/flags/coalesce_flags.h"
#include "src/driver/overlay.h"
#include "src/driver/template_runtime.h"
#include "src/findings/report_notices.h"
#include "src/findings/report_violations.h"

namespace kval::driver {
namespace {

// `has_annotations`: those of the two are to be found at the result. Where there are none, looking for them
// at every node was a sixth of the time of a small document.
const value::Value* Merged(const value::Value& base, const Layer& layer, bool has_annotations,
                           const DriverOptions& options, const types::Model* model,
                           merge::KeyTableCache& tables, Session& session) {
  const bool nulls_delete = options.dialect == value::Dialect::kHelm;
  Layer merged = nulls_delete ? ApplyNullDeletions(layer, base) : layer;
  if (!merged.plan && !has_annotations) {
    merged.plan.emplace(merged.defaults);
  }
  return MergeLayer(base, merged, model, tables, session);
}

bool HasAnnotations(const Layer& layer) {
  return !layer.plan && layer.defaults != merge::Defaults::kPlain;
}

// The entries and items that a layer has copied, for others near them changed.
size_t CopiedBy(const value::Value& before, const value::Value& after) {
  size_t copied = 0;
  std::vector<std::pair<const value::Value*, const value::Value*>> open = {{&before, &after}};
  while (!open.empty()) {
    const auto [old, made] = open.back();
    open.pop_back();
    if (old == made || old->kind != made->kind) {
      continue;
    }
    copied += old->items().data() == made->items().data() ? 0 : made->items().size();
    if (old->entries().data() == made->entries().data()) {
      continue;
    }
    copied += made->entries().size();
    for (size_t i = 0; i < std::min(old->entries().size(), made->entries().size()); ++i) {
      open.emplace_back(old->entries()[i].value, made->entries()[i].value);
      if (open.back().first == open.back().second || !open.back().second->is_collection()) {
        open.pop_back();
      }
    }
  }
  return copied;
}

// Rules that data values state about themselves.
void CheckOwnRules(const value::Value& values, const value::Value* document_node, Session& session) {
  schemas::ytt::SchemaCompileContext context{
      session.arena, session.model, session.emit, session.runtime->starlark, session.annotations, {}};
  schemas::ytt::CheckValuesRules(values, document_node, context);
}

// Of a layer of flags.
Layer PartOf(const Layer& layer, const value::Value* root) {
  Layer part = layer;
  part.document.root = part.document.node = root;
  return part;
}

// What these copy is not worth counting.
constexpr size_t kFewLayers = 16;

}  // namespace

LayeredValues::LayeredValues(const types::Model& model, const DriverOptions& options, Session& session,
                             types::Evaluators* evaluators)
    : model_(model),
      options_(options),
      session_(session),
      tainted_(options.limits.check_steps),
      current_(check::DefaultOf(model.root(), model, tainted_, session.arena)),
      has_annotations_(session.declared_rules.In(session.files)),
      hidden_(model, session) {
  tainted_.SetEvaluators(evaluators);
  if (current_ == nullptr) {
    current_ = session.build.Null(model.root().span);
  }
}

LayeredValues::LayeredValues(const LayeredValues& below, Session& session, types::Evaluators* evaluators)
    : model_(below.model_),
      options_(below.options_),
      session_(session),
      tainted_(below.tainted_),
      steps_below_(below.tainted_.steps_spent()),
      current_(below.current_),
      is_checked_(below.is_checked_),
      has_annotations_(below.has_annotations_),
      hidden_(below.hidden_, session),
      last_file_(below.last_file_) {
  tainted_.SetEvaluators(evaluators);
}

void LayeredValues::Add(const Layer& layer) {
  if (tainted_.IsExhausted()) {
    return;  // reported already
  }
  if (last_file_.has_value() && options_.validate && options_.unchecked != UncheckedPolicy::kSilent) {
    hidden_.Look(*current_, last_file_, tainted_);
  }
  const bool is_plain = !layer.plan && layer.defaults == merge::Defaults::kPlain;
  plain_ = is_plain ? layer.document.root : nullptr;
  plain_begin_ = {layer.document.span.begin, layer.document.span.begin};
  last_file_ = layer.plan ? source::Span() : layer.document.span;
  findings::ReportNotices(
      *layer.document.root, model_,
      {options_.dialect, !options_.warn_ambiguous && layer.document.may_be_suspicious, &session_.sources},
      session_.emit);
  has_annotations_ = has_annotations_ || HasAnnotations(layer);
  // Each round the flags reach at least one key further, unless they lead into a value that is no map.
  for (size_t left = layer.coalesced_depth; left > 0; --left) {
    const value::Value* first = FirstApplicablePart(layer, *current_, session_.build);
    if (first == layer.document.root || tainted_.IsExhausted()) {
      break;
    }
    Apply(PartOf(layer, first));
  }
  Apply(layer);
}

void LayeredValues::Apply(const Layer& layer) {
  const value::Value* below = std::exchange(
      current_, Merged(*current_, layer, has_annotations_, options_, &model_, tables_, session_));
  if (++layers_ > kFewLayers) {
    tainted_.Spend(CopiedBy(*below, *current_));
  }
  Check();
}

void LayeredValues::Check() {
  findings::ReportOptions options;
  options.dialect = options_.dialect;
  options.sources = &session_.sources;
  options.layer = plain_;
  options.layer_begin = plain_begin_;
  current_ = check::Complete(*current_, model_.root().type, model_, tainted_, session_.arena);
  findings::ReportShapeViolations(*current_, model_, options, tainted_, session_.emit);
  is_checked_ = true;
}

const value::Value* LayeredValues::Finish(source::Span document) {
  if (!is_checked_) {
    Check();
  }
  if (options_.validate) {
    findings::ReportOptions options;
    options.document = document;
    findings::ReportRuleViolations(*current_, model_, tainted_, session_.emit, options);
    hidden_.Report(*current_);
    if (has_annotations_) {
      CheckOwnRules(*current_, nullptr, session_);
    }
  }
  session_.steps += tainted_.steps_spent() - steps_below_;
  return current_;
}

const value::Value* MergeLayers(std::span<const Layer> layers, const DriverOptions& options,
                                Session& session) {
  if (layers.empty()) {
    return nullptr;
  }
  const value::Value* current = layers[0].document.root;
  merge::KeyTableCache tables(merge::BaseReuse::kConsumed);
  for (const Layer& layer : layers.subspan(1)) {
    current = Merged(*current, layer, true, options, &session.model, tables, session);
  }
  if (options.validate) {
    CheckOwnRules(*current, layers[0].document.node, session);
  }
  return current;
}

}  // namespace kval::driver
