#include "src/driver/helm/chart.h"

#include <algorithm>
#include <utility>

#include "src/driver/helm/judge.h"
#include "src/helm/load_chart.h"
#include "src/helm/review.h"

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

// Success without a note would claim more than was checked.
void ReportUnchecked(const HelmRequest& request, const helm::Chart& chart, Session& session) {
  if (request.infer || request.skip_validation || HasSchema(chart)) {
    return;
  }
  const bool infers = request.infer_without_schema;
  session.emit.Report({}, infers ? kInferred : kNoSchema, request.chart)
      .As(diag::Severity::kNote)
      .Hint(infers ? "`kval init` writes a schema that holds from then on"
                   : "without --no-infer kval compares them with the chart's defaults and templates")
      .Emit();
}

// Values as a whole have the place where a key that is missing would be written: the user's last file, else
// the chart's own.
const value::Value* Frozen(helm::Table* values, source::Span user, const helm::Chart& chart,
                           helm::Context& context) {
  if (values == nullptr) {
    return nullptr;
  }
  const value::Value* root = context.forest.Freeze(context.forest.NodeOf(values));
  const bool is_own = !user.has_value() && chart.values_file != nullptr;
  const source::Span place =
      is_own ? source::Span{chart.values_file->base(), chart.values_file->base()} : user;
  return context.forest.build().WithSpan(*root, place);
}

// A subchart's values are part of the chart's; findings have the full path.
void JudgeAll(const HelmRequest& request, const helm::Chart& chart, const value::Value* values,
              const value::Value* root_values, HelmJudge& judge) {
  const bool is_skipped = request.skip_validation && request.version == helm::Version::kHelm4;
  if (root_values != nullptr && !is_skipped) {
    helm::Chart root = chart;
    root.schema = chart.schema == nullptr ? chart.ignored_schema : chart.schema;
    judge.JudgeAlone(root, *root_values);
  }
  if (values != nullptr && !request.skip_validation) {
    judge.Judge(chart, *values, {});
  }
}

// The same with findings that go elsewhere.
helm::Context Telling(diag::Emitter& emit, const helm::Context& context) {
  return {context.reader, context.sources,    context.arena,   context.forest, emit,
          context.limits, context.flag_texts, context.size_of, context.texts,  context.version};
}

// `helm lint` silently ignores values that it cannot compute.
class LenientSink final : public diag::Sink {
 public:
  explicit LenientSink(diag::Emitter* emit) : emit_(*emit) {}

  void Consume(diag::Diagnostic finding) override {
    if (finding.kind == diag::Kind::kHelmRefused) {
      finding.severity = diag::Severity::kWarning;
      finding.notes.emplace_back("`helm lint` accepts it; `helm template` and `helm install` reject it");
    }
    emit_.Emit(std::move(finding));
  }

 private:
  diag::Emitter& emit_;
};

helm::Computed ComputeFor(const HelmRequest& request, helm::Chart& chart, helm::Table& values,
                          helm::ChartStore& store, helm::Context& context) {
  if (request.mode == helm::Mode::kTemplate) {
    return helm::Compute(chart, values, request.mode, store, context);
  }
  LenientSink sink(&context.emit);
  diag::Emitter emit(&sink);
  helm::Context lenient = Telling(emit, context);
  return helm::Compute(chart, values, request.mode, store, lenient);
}

// Accepted values that are usually mistakes.
void WarnOf(const HelmRequest& request, const helm::Chart& chart, const helm::Table& user,
            const helm::Table& computed, helm::Context& context) {
  const helm::Table* defaults = helm::DefaultsOf(chart, context);
  if (defaults == nullptr) {
    return;
  }
  const helm::ReviewInput input{user, *defaults, computed, chart};
  helm::ReviewValues(input, context);
  if (Infers(request, chart)) {
    if (helm::ReviewKeys(input, context) == helm::KeysReviewed::kNone) {
      context.emit.Report({}, kAllValues, request.chart)
          .As(diag::Severity::kNote)
          .Hint("a schema (`values.schema.json`, or one that `kval init` writes) says which keys there are")
          .Emit();
    }
  } else {
    helm::ReviewGlobals(input, context);
  }
}

}  // namespace

HelmResult RunHelm(const HelmRequest& request, source::FileReader& reader, Session& session) {
  helm::Forest forest(&session.arena);
  helm::Context context{reader,       session.sources, session.arena,       forest,
                        session.emit, session.limits,  &session.flag_texts, request.size_of};
  context.version = request.version;
  helm::ChartStore store;
  HelmResult result;
  result.texts = context.texts;
  const helm::ReadTable user = helm::ReadUserValues(request.input, context);
  if (request.chart.empty()) {
    result.values = user.is_whole ? forest.Freeze(forest.NodeOf(user.table)) : nullptr;
    return result;
  }
  helm::Chart* chart = helm::LoadChart(request.chart, store, context);
  helm::Installable complete;
  if (chart != nullptr && request.mode == helm::Mode::kTemplate) {
    complete = helm::AskInstallable(*chart, request.takes_library, context);
  }
  result.is_chart_loaded = chart != nullptr;
  result.is_chart_usable = chart != nullptr && chart->is_whole && complete.is_installable;
  if (user.table == nullptr || chart == nullptr) {
    return result;
  }
  WarningSink warnings(&session.emit);
  diag::Emitter withheld(&warnings);
  helm::Context silent = Telling(withheld, context);
  // Values that Helm rejects are still validated as far as possible.
  const helm::Computed computed = ComputeFor(request, *chart, *user.table, store, silent);
  const value::Value* computed_values = Frozen(computed.values, user.place, *chart, context);
  const ValuesOrigin origin{user.table, &complete};
  HelmJudge judge(request.schema_locations, origin, context, session);
  if (request.judge) {
    JudgeAll(request, *chart, computed_values, Frozen(computed.root_values, user.place, *chart, context),
             judge);
  }
  if (result.is_chart_usable && user.is_whole) {
    result.values = computed_values;
    if (request.judge && computed.values != nullptr && request.mode == helm::Mode::kTemplate) {
      WarnOf(request, *chart, *user.table, *computed.values, silent);
    }
  }
  warnings.Release(judge.told());
  if (request.judge && session.emit.error_count() == 0) {
    ReportUnchecked(request, *chart, session);
  }
  return result;
}

}  // namespace kval::driver
