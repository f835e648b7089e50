#include "src/driver/helm/chart.h"

#include <algorithm>

#include "src/diag/changing_emitter.h"
#include "src/diag/subjects.h"
#include "src/driver/helm/chart_validator.h"
#include "src/helm/lint.h"
#include "src/helm/load_chart.h"
#include "src/helm/render/missing_values.h"
#include "src/helm/render/switches.h"
#include "src/helm/render/unknown_fields.h"
#include "src/helm/render/unread_keys.h"

namespace kval::driver {
namespace {

constexpr diag::Def<std::string_view> kNoSchema{
    diag::Kind::kNotChecked,
    "neither `{}` nor a chart below it has a schema: kval checked how the values merge, not their content"};
constexpr diag::Def<std::string_view> kInferred{diag::Kind::kNotChecked,
                                                "neither `{}` nor a chart below it has a schema: kval "
                                                "compared the values with its defaults and templates"};
constexpr diag::Def<std::string_view> kAllValues{
    diag::Kind::kNotChecked,
    "a template of `{}` uses `.Values` as a whole, so any key may be read: unknown keys are not reported"};

bool HasSchema(const helm::Chart& chart) {
  return chart.schema != nullptr || !chart.yaml_schemas.empty() || !chart.kcl_files.empty() ||
         std::any_of(chart.charts.begin(), chart.charts.end(),
                     [](const helm::Chart* below) { return HasSchema(*below); });
}

bool Infers(const HelmRequest& request, const helm::Chart& chart) {
  return request.infer || (request.infer_without_schema && !request.skip_validation && !HasSchema(chart));
}

bool Warns(const HelmRequest& request) {
  return request.validator && !request.as_helm;
}

// Success without a note would claim more than was checked.
void ReportUnchecked(const HelmRequest& request, const helm::Chart& chart, Session& session) {
  if (!request.notes_unchecked || request.infer || request.skip_validation || HasSchema(chart)) {
    return;
  }
  const bool infers = request.infer_without_schema;
  session.emit.Report({}, infers ? kInferred : kNoSchema, request.chart)
      .As(diag::Severity::kNote)
      .Subject(std::string(diag::kChartWithoutSchema))
      .Hint(infers ? "`kval init` writes a schema that holds from then on"
                   : "without --no-infer kval compares them with the chart's defaults and templates")
      .Emit();
}

// Values as a whole have the place where a key that is missing would be written: the user's last file, else
// the chart's own.
const value::Value* Frozen(helm::Table* values, source::Span user, const helm::Chart& chart,
                           helm::HelmContext& context) {
  if (values == nullptr) {
    return nullptr;
  }
  const value::Value* root = context.forest.Freeze(context.forest.MakeNode(values));
  const bool is_own = !user.has_value() && chart.values_file != nullptr;
  const source::Span place =
      is_own ? source::Span{chart.values_file->base(), chart.values_file->base()} : user;
  return context.forest.build().WithSpan(*root, place);
}

// A subchart's values are part of the chart's; findings have the full path.
void ValidateAll(const HelmRequest& request, const helm::Chart& chart, const value::Value* values,
                 const value::Value* root_values, ChartValidator& validator) {
  const bool is_skipped = request.skip_validation && request.version == helm::Version::kHelm4;
  if (root_values != nullptr && !is_skipped) {
    helm::Chart root = chart;
    root.schema = chart.schema == nullptr ? chart.ignored_schema : chart.schema;
    validator.ValidateOwnSchema(root, *root_values);
  }
  if (values != nullptr && !request.skip_validation) {
    validator.Validate(chart, *values, {});
  }
}

// The same with findings that go elsewhere.
helm::HelmContext WithEmitter(diag::Emitter& emit, const helm::HelmContext& context) {
  return {context.reader, context.sources,      context.arena,   context.forest,  emit,
          context.limits, context.flag_strings, context.size_of, context.strings, context.version};
}

std::unique_ptr<helm::render::RenderedChart> RenderFor(const HelmRequest& request, const helm::Chart& chart,
                                                       const helm::Table& values,
                                                       helm::HelmContext& context) {
  if (request.as_helm || HasUserValues(request)) {
    return helm::render::Render(chart, values, *request.release,
                                {Warns(request) || request.coverage != nullptr, request.coverage}, context);
  }
  // A chart that calls `required` or `fail` with its own defaults is usable: it needs values. So is one whose
  // templates fail, if other checks add values.
  diag::ChangingEmitter emit(context.emit, [&request](diag::Diagnostic& finding) {
    const bool fails = finding.kind == diag::Kind::kHelmTemplateFails && request.has_partial_values;
    if (finding.kind == diag::Kind::kHelmRefused || fails) {
      finding.kind = diag::Kind::kNotChecked;
      finding.severity = diag::Severity::kNote;
      finding.message = "the manifests of the defaults were not checked: " + finding.message;
      finding.hint = fails ? "checks with further values render the chart" : "pass values with `-f`";
    }
  });
  helm::HelmContext lenient = WithEmitter(emit, context);
  return helm::render::Render(chart, values, *request.release,
                              {request.coverage != nullptr, request.coverage}, lenient);
}

helm::FinalValues ComputeFor(const HelmRequest& request, helm::Chart& chart, helm::Table& values,
                             helm::ChartStore& store, helm::HelmContext& context) {
  if (request.mode == helm::HelmOperation::kTemplate) {
    return helm::Compute(chart, values, request.mode, store, context);
  }
  // `helm lint` silently ignores values that it cannot compute.
  diag::ChangingEmitter emit(context.emit, [](diag::Diagnostic& finding) {
    if (finding.kind == diag::Kind::kHelmRefused) {
      finding.severity = diag::Severity::kWarning;
      finding.notes.emplace_back("`helm lint` accepts it; `helm template` and `helm install` reject it");
    }
  });
  helm::HelmContext lenient = WithEmitter(emit, context);
  return helm::Compute(chart, values, request.mode, store, lenient);
}

// Accepted values that are usually mistakes.
// `rendered`: null if the templates were not executed.
void WarnOf(const HelmRequest& request, const helm::Chart& chart, const helm::Table& user,
            const helm::Table& computed, const helm::render::RenderedChart* rendered,
            helm::HelmContext& context) {
  const helm::Table* defaults = helm::ComputeDefaults(chart, context);
  if (defaults == nullptr) {
    return;
  }
  const helm::LintInput input{user, *defaults, computed, chart};
  helm::LintValues(input, context);
  const bool is_inferred = Infers(request, chart);
  const bool has_failed = rendered != nullptr && !rendered->is_rendered();
  const bool is_rendered = rendered != nullptr && !has_failed && !rendered->templates().Names().empty();
  const bool has_exact = is_rendered && (request.infer || request.infer_without_schema);
  helm::LintedKeys linted = helm::LintedKeys::kAll;
  if (is_inferred && user.size() > 0) {
    linted = helm::LintKeys(input, !has_exact, context);
  } else {
    helm::LintGlobals(input, context);
  }
  if (is_rendered && rendered->uses() != nullptr) {
    helm::render::LintSwitches(input, *rendered->uses(), context);
  }
  if (has_exact) {
    helm::render::LintMissingValues(input, rendered->templates(), context);
    helm::render::LintUnknownFields(input, rendered->templates(), context);
    linted = rendered->uses() == nullptr ? helm::LintedKeys::kAll
                                         : helm::render::LintUnreadKeys(input, *rendered->uses(), context);
  }
  if (linted == helm::LintedKeys::kNone && is_inferred && request.notes_unchecked && !has_failed) {
    context.emit.Report({}, kAllValues, request.chart)
        .As(diag::Severity::kNote)
        .Subject("values as a whole")
        .Hint("a schema (`values.schema.json`, or one that `kval init` writes) says which keys there are")
        .Emit();
  }
}

// Adds charts that are missing from `charts/`. Returns the first one that is not found.
const helm::ChartDependency* AddDependencies(const HelmRequest& request, helm::Chart& chart,
                                             helm::ChartStore& store, helm::HelmContext& context) {
  for (const helm::ChartDependency* dependency : chart.metadata.dependencies) {
    const bool is_there = std::any_of(chart.charts.begin(), chart.charts.end(), [&](const helm::Chart* one) {
      return one->name() == dependency->name;
    });
    const std::string path = is_there ? std::string() : request.find_dependency(*dependency);
    helm::Chart* found = path.empty() ? nullptr : helm::LoadChart(path, store, context);
    if (!is_there && found == nullptr) {
      return dependency;
    }
    if (found != nullptr) {
      chart.charts.push_back(found);
    }
  }
  return nullptr;
}

}  // namespace

bool HasUserValues(const HelmRequest& request) {
  return !request.input.files.empty() || !request.input.flags.empty() || !request.input.inputs.empty();
}

HelmResult RunHelm(const HelmRequest& request, source::FileReader& reader, Session& session) {
  auto memory = std::make_shared<ChartMemory>(&session.arena);
  helm::TableArena& forest = memory->forest;
  helm::ChartStore& store = memory->charts;
  helm::HelmContext context{reader,       session.sources, session.arena,         forest,
                            session.emit, session.limits,  &session.flag_strings, request.size_of};
  context.version = request.version;
  const size_t errors = session.emit.error_count();
  HelmResult result;
  result.memory = memory;
  result.strings = context.strings;
  const helm::ReadTable user = helm::ReadUserValues(request.input, context);
  if (request.chart.empty()) {
    result.values = user.is_whole ? forest.Freeze(forest.MakeNode(user.table)) : nullptr;
    return result;
  }
  helm::Chart* chart = helm::LoadChart(request.chart, store, context);
  helm::Installable complete;
  if (chart != nullptr && request.find_dependency) {
    result.missing_dependency = AddDependencies(request, *chart, store, context);
    if (result.missing_dependency != nullptr) {
      return result;
    }
  }
  if (chart != nullptr && request.mode == helm::HelmOperation::kTemplate) {
    complete = helm::CheckInstallable(*chart, request.takes_library, request.kube_version, context);
  }
  result.is_chart_loaded = chart != nullptr;
  result.is_chart_usable = chart != nullptr && chart->is_whole && complete.is_installable;
  if (user.table == nullptr || chart == nullptr) {
    return result;
  }
  DeferredWarningSink warnings(&session.emit);
  diag::Emitter withheld(&warnings);
  helm::HelmContext silent = WithEmitter(withheld, context);
  // Values that Helm rejects are still validated as far as possible.
  const helm::FinalValues computed = ComputeFor(request, *chart, *user.table, store, silent);
  const value::Value* computed_values = Frozen(computed.values, user.place, *chart, context);
  const ValuesInputs origin{user.table, &complete, request.has_partial_values};
  ChartValidator validator(request.schema_locations, origin, request.mode, request.as_helm, context, session);
  if (request.validator) {
    ValidateAll(request, *chart, computed_values, Frozen(computed.root_values, user.place, *chart, context),
                validator);
  }
  if (result.is_chart_usable && user.is_whole) {
    result.values = computed_values;
    if (request.release && computed_values != nullptr && session.emit.error_count() == errors) {
      result.rendered = RenderFor(request, *chart, *computed.values, context);
    }
    if (Warns(request) && computed.values != nullptr && request.mode == helm::HelmOperation::kTemplate) {
      WarnOf(request, *chart, *user.table, *computed.values, result.rendered.get(), silent);
    }
  }
  if (!request.as_helm) {
    warnings.Release(validator.reported());
  }
  if (Warns(request) && session.emit.error_count() == errors) {
    ReportUnchecked(request, *chart, session);
  }
  return result;
}

}  // namespace kval::driver
