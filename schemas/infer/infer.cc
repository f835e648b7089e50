#include "schemas/infer/infer.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "schemas/infer/descriptions.h"
#include "schemas/infer/observations.h"
#include "schemas/infer/secrets.h"
#include "src/redaction/redaction.h"
#include "src/types/key_test.h"
#include "src/value/builder.h"
#include "src/value/compare.h"
#include "src/value/falsy_value.h"

namespace kval::schemas::infer {
namespace {

constexpr int kInferDepthLimit = 200;

// Which keys are commented out in the maps of a chart's defaults: those of the lines within a map, and of the
// maps within it.
class CommentedOut {
 public:
  using Names = std::vector<std::string>;

  CommentedOut(const std::map<uint32_t, Names>& by_line, const source::SourceFile& source)
      : by_line_(by_line), source_(source) {}

  void Read(const value::Value& value, const Observation& seen, uint32_t first, uint32_t last,
            int depth = 0) {
    if (depth > kInferDepthLimit || first > last) {
      return;
    }
    if (value.kind == value::Kind::kSequence && seen.item != nullptr) {
      for (size_t i = 0; i < value.items().size(); ++i) {
        const bool is_last = i + 1 == value.items().size();
        Read(*value.items()[i], *seen.item, LineOf(*value.items()[i]),
             is_last ? last : LineOf(*value.items()[i + 1]), depth + 1);
      }
      return;
    }
    if (value.kind != value::Kind::kMapping) {
      return;
    }
    Names& names = names_[&seen];
    for (auto at = by_line_.lower_bound(first); at != by_line_.end() && at->first <= last; ++at) {
      names.insert(names.end(), at->second.begin(), at->second.end());
    }
    for (size_t i = 0; i < value.entries().size(); ++i) {
      const value::Entry& entry = value.entries()[i];
      const auto member = seen.by_key.find(std::string(value::KeyText(*entry.key)));
      if (member != seen.by_key.end()) {
        const bool is_last = i + 1 == value.entries().size();
        Read(*entry.value, *member->second, LineOf(*entry.key),
             is_last ? last : LineOf(*value.entries()[i + 1].key), depth + 1);
      }
    }
  }

  const Names* Of(const Observation& seen) const {
    const auto found = names_.find(&seen);
    return found == names_.end() ? nullptr : &found->second;
  }

 private:
  uint32_t LineOf(const value::Value& value) const {
    const bool is_here = value.span.has_value() && value.span.begin >= source_.base() &&
                         value.span.begin <= source_.base() + source_.text().size();
    return is_here ? source_.LineOf(value.span.begin) : UINT32_MAX;
  }

  const std::map<uint32_t, Names>& by_line_;
  const source::SourceFile& source_;
  std::unordered_map<const Observation*, Names> names_;
};

class Inference {
 public:
  Inference(const InferOptions& options, const Descriptions& descriptions, const SampleSecrets& secrets,
            const CommentedOut* commented, Observations& observations, types::Model& model, Arena& arena)
      : options_(options),
        descriptions_(descriptions),
        secrets_(secrets),
        commented_(commented),
        observations_(observations),
        model_(model),
        build_(&arena) {}

  std::vector<std::string> Run(const Observation& document) {
    types::Field root;
    root.name = model_.interner().Intern("document");
    root.type = TypeOf(document, nullptr, 0);
    model_.SetRoot(std::move(root));
    return std::move(open_);
  }

 private:
  types::TypeId TypeOf(const Observation& seen, const value::Value* key, int depth) {
    types::Type type;
    type.shape = ShapeOf(seen, depth);
    const bool is_any = std::holds_alternative<types::Any>(type.shape);
    type.nullable = seen.nulls > 0 && !is_any;
    types::Doc doc;
    doc.note = std::exchange(note_, {});
    if (key != nullptr) {
      doc.text = SampleSecrets::Redact(descriptions_.Of(*key, diag::Display(path_)));
    }
    type.doc = std::move(doc);
    if (options_.with_enumerations && IsEnumeration(seen)) {
      types::Rule rule;
      types::OneOf one_of{seen.values};
      if (options_.is_json_schema) {
        rule.kinds = types::ValueKindSet::All();
        if (type.nullable) {
          one_of.allowed.push_back(build_.Null());
        }
      }
      rule.test = std::move(one_of);
      type.rules.push_back(model_.Add(std::move(rule)));
    }
    return model_.Add(std::move(type));
  }

  types::Shape ShapeOf(const Observation& seen, int depth) {
    if (depth > kInferDepthLimit) {
      return Open("the values below this are nested too deeply");
    }
    if (const std::string_view why = WhyOpen(seen); !why.empty()) {
      return Open(std::string(why));
    }
    const int structures = (seen.lists > 0 ? 1 : 0) + (seen.maps > 0 ? 1 : 0);
    if (structures + (seen.scalars() > 0 ? 1 : 0) > 1) {
      return Open("values of several kinds were seen: any is allowed");
    }
    if (seen.lists > 0) {
      return ListOf(seen, depth);
    }
    if (seen.maps > 0) {
      return MapOf(seen, depth);
    }
    return seen.scalars() > 0 ? ScalarOf(seen) : Open("only null was seen: any value is allowed");
  }

  // Notes what stays open at this place.
  types::Shape Open(std::string note) {
    Note(std::move(note));
    return types::Any{};
  }

  void Note(std::string note) {
    const std::string place = diag::Display(path_);
    open_.push_back((place.empty() ? "the document" : place) + ": " + note);
    note_ = std::move(note);
  }

  types::Shape ScalarOf(const Observation& seen) {
    std::vector<value::Kind> kinds;
    if (seen.booleans > 0) {
      kinds.push_back(value::Kind::kBool);
    }
    const bool has_floats = seen.floats > 0 || (options_.is_kcl && seen.wide_integers > 0);
    if (seen.integers > 0 && !has_floats) {
      kinds.push_back(value::Kind::kInt);
    }
    if (has_floats) {
      kinds.push_back(value::Kind::kFloat);
    }
    if (seen.strings > 0) {
      kinds.push_back(value::Kind::kString);
    }
    if (kinds.size() == 1) {
      return ScalarOf(kinds.front());
    }
    Note("values of several types were seen");
    types::Union choice;
    for (value::Kind kind : kinds) {
      types::Type arm;
      arm.shape = ScalarOf(kind);
      choice.variants.push_back(model_.Add(std::move(arm)));
    }
    return choice;
  }

  types::Scalar ScalarOf(value::Kind kind) const {
    return {kind, options_.is_json_schema && kind == value::Kind::kInt};
  }

  types::Shape ListOf(const Observation& seen, int depth) {
    if (seen.item == nullptr) {
      types::Type any;
      any.shape = types::Any{};
      Note("only empty arrays were seen: any item is allowed");
      return types::List{model_.Add(std::move(any))};
    }
    path_.push_back(diag::PathStep::Index(0));
    const types::TypeId item = TypeOf(*seen.item, nullptr, depth + 1);
    path_.pop_back();
    return types::List{item};
  }

  types::Shape MapOf(const Observation& seen, int depth) {
    if (seen.members.empty()) {
      return Open("only `{}` was seen: any value is allowed");
    }
    // The keys of a chart's values are what its templates name.
    const bool is_root_of_chart = options_.chart && path_.empty();
    if (!is_root_of_chart && HasFreeFormKeys(seen)) {
      return DataOf(seen, depth);
    }
    types::Record record;
    for (const ObservedMember& member : seen.members) {
      path_.push_back(diag::PathStep::Key(value::PlainText(*member.key)));
      types::Field field;
      field.name = model_.interner().Intern(value::KeyText(*member.key));
      field.key = member.key;
      field.span = member.key->span;
      field.type = TypeOf(*member.seen, member.key, depth + 1);
      // What only layers have may be missing, whatever else is: there is nothing below them that has it.
      const bool may_be_missing = options_.is_json_schema || member.seen->whole_count < seen.whole_maps ||
                                  member.seen->whole_count == 0;
      field.presence = may_be_missing ? types::FieldPresence::kOptional : types::FieldPresence::kFilled;
      field.fallback.value = DefaultOf(*member.seen, field.type);
      path_.pop_back();
      record.fields.push_back(std::move(field));
    }
    if (options_.chart) {
      AddKeysOfChart(seen, record);
    }
    return record;
  }

  // The path of the current place as templates write it, without indices.
  std::string DottedPath() const {
    std::string dotted;
    for (const diag::PathStep& step : path_) {
      if (step.index < 0) {
        dotted += (dotted.empty() ? "" : ".") + step.key;
      }
    }
    return dotted;
  }

  // Why any value is allowed at a place of a chart's values; empty when it is not.
  std::string_view WhyOpen(const Observation& seen) const {
    if (!options_.chart || path_.empty()) {
      return {};
    }
    if (path_.size() == 1 && IsOfOthers(path_.front().key)) {
      const bool keeps_keys = options_.is_json_schema && seen.maps > 0;
      return keeps_keys ? "" : "these are values of other charts, too: any value is allowed";
    }
    if (seen.maps + seen.lists > 0 && IsOfKubernetes(path_.back().key)) {
      return "Kubernetes has its own rules for this: any value is allowed";
    }
    const std::string path = DottedPath();
    if ((seen.maps + seen.lists > 0 || path_.size() > 1) && !options_.chart->is_rendered("") &&
        options_.chart->is_rendered(path) && !IsPlain(seen, path)) {
      return "templates write this out as it is: any value is allowed";
    }
    const bool is_empty_text = seen.scalars() > 0 && seen.scalars() == seen.strings &&
                               seen.values.size() == 1 && seen.values.front()->raw.empty();
    return is_empty_text ? "only the empty string was seen: any value is allowed" : "";
  }

  // Whether a scalar is in no map that a template writes out as a whole.
  bool IsPlain(const Observation& seen, const std::string& path) const {
    const size_t dot = path.rfind('.');
    return seen.maps + seen.lists == 0 &&
           (dot == std::string::npos || !options_.chart->is_rendered(path.substr(0, dot)));
  }

  // Keys with the same content in every chart, which Kubernetes defines.
  static bool IsOfKubernetes(std::string_view key) {
    constexpr std::string_view kNames[] = {"labels",      "annotations", "nodeSelector",   "matchLabels",
                                           "tolerations", "affinity",    "resources",      "env",
                                           "extraEnv",    "selector",    "securityContext"};
    return std::find(std::begin(kNames), std::end(kNames), key) != std::end(kNames) ||
           key.ends_with("Labels") || key.ends_with("Annotations") || key.ends_with("NodeSelector") ||
           key.ends_with("SecurityContext") || key.ends_with("Resources");
  }

  // Keys that no sample has, and that the chart takes.
  void AddKeysOfChart(const Observation& seen, types::Record& record) {
    const ChartKeySources& chart = *options_.chart;
    const std::string path = DottedPath();
    record.open = chart.is_open(path) || (path_.size() == 1 && IsOfOthers(path_.front().key));
    const types::Any any;
    if (path_.empty()) {
      types::Record any_map;
      any_map.open = true;
      const types::Shape of_chart = options_.is_json_schema ? types::Shape(any_map) : types::Shape(any);
      AddMissing("global", of_chart, "Values that all charts of a release share.", record);
      AddMissing("enabled", types::Scalar{value::Kind::kBool}, "A parent chart turns this chart on by it.",
                 record);
      for (const std::string& name : chart.subcharts) {
        AddMissing(name, of_chart, "The values of the subchart.", record);
      }
      for (const std::string& name : chart.switches) {
        AddMissing(name, any, "Chart.yaml reads this key.", record);
      }
      AddAnchorHolders(record);
    }
    for (const std::string& name : chart.names_below(path)) {
      AddMissing(name, any, "Templates read this key.", record);
    }
    if (const CommentedOut::Names* names = commented_ == nullptr ? nullptr : commented_->Of(seen)) {
      for (const std::string& name : *names) {
        AddMissing(name, any, "This key is commented out in the defaults.", record);
      }
    }
  }

  // Keys that only hold anchors for others, as Compose has them, and SOPS's own.
  void AddAnchorHolders(types::Record& record) {
    // A key rule would make the written JSON Schema depend on `x-kval-` keywords.
    if (record.open || options_.is_json_schema) {
      return;
    }
    if (auto pattern = types::KeyPattern::Make("(?:x-|_).*|sops")) {
      types::KeyRule rule;
      rule.allowed = *pattern;
      rule.counts.push_back({0, types::Count::kUnbounded});
      rule.name = "x-";
      types::Type type;
      type.shape = types::Any{};
      rule.value = model_.Add(std::move(type));
      record.key_rules.push_back(std::move(rule));
    }
  }

  bool IsOfOthers(std::string_view key) const {
    return key == "global" || std::find(options_.chart->subcharts.begin(), options_.chart->subcharts.end(),
                                        key) != options_.chart->subcharts.end();
  }

  void AddMissing(const std::string& key, types::Shape shape, std::string text, types::Record& record) {
    types::Field field;
    field.key = build_.String(key);
    field.name = model_.interner().Intern(value::KeyText(*field.key));
    if (std::any_of(record.fields.begin(), record.fields.end(),
                    [&](const types::Field& known) { return known.name == field.name; })) {
      return;
    }
    types::Type type;
    type.shape = std::move(shape);
    types::Doc doc;
    doc.text = std::move(text);
    type.doc = std::move(doc);
    field.type = model_.Add(std::move(type));
    field.presence = types::FieldPresence::kOptional;
    record.fields.push_back(std::move(field));
  }

  types::Shape DataOf(const Observation& seen, int depth) {
    Observation& all = observations_.New();
    for (const ObservedMember& member : seen.members) {
      observations_.Merge(*member.seen, all);
    }
    types::KeyRule rule;
    rule.counts.push_back({0, types::Count::kUnbounded});
    rule.name = "_";
    rule.span = seen.members.front().key->span;
    path_.push_back(diag::PathStep::Key("*"));
    rule.value = TypeOf(all, nullptr, depth + 1);
    path_.pop_back();
    types::Record record;
    record.key_rules.push_back(std::move(rule));
    return record;
  }

  // The first value that was seen, where the type implies another and the value holds no secret.
  const value::Value* DefaultOf(const Observation& seen, types::TypeId id) {
    const types::Type& type = model_.Get(id);
    const auto* record = std::get_if<types::Record>(&type.shape);
    if (record != nullptr && record->key_rules.empty() && !type.nullable) {
      return nullptr;  // its fields' defaults
    }
    const value::Value& first = *seen.first;
    if (options_.is_kcl && first.is_unsigned) {
      return build_.Float(static_cast<double>(static_cast<uint64_t>(first.integer)), first.span);
    }
    if (std::holds_alternative<types::List>(type.shape) && !type.nullable &&
        first.kind == value::Kind::kSequence && first.items().empty()) {
      return nullptr;  // an empty array
    }
    if (!HoldsSecret(first, 0)) {
      return &first;
    }
    if (options_.is_json_schema) {
      return nullptr;
    }
    const bool takes_null = type.nullable || std::holds_alternative<types::Any>(type.shape);
    if (takes_null && first.kind != value::Kind::kString) {
      return build_.Null();
    }
    // A boolean reveals no secret.
    return first.kind == value::Kind::kBool ? &first : value::MakeFalsyValue(first.kind, build_);
  }

  // Whether the value at the current place, or a part of it, is held to be secret.
  bool HoldsSecret(const value::Value& value, int depth) {
    if (depth > kInferDepthLimit) {
      return true;
    }
    if (!value.is_collection()) {
      const bool says_something =
          value.kind == value::Kind::kString ? !value.raw.empty() : value.kind != value::Kind::kNull;
      return says_something && value.kind != value::Kind::kBool &&
             (redaction::IsSecretPath(path_) || secrets_.IsIn(value));
    }
    bool holds = false;
    for (size_t i = 0; value.kind == value::Kind::kSequence && i < value.items().size() && !holds; ++i) {
      path_.push_back(diag::PathStep::Index(i));
      holds = HoldsSecret(*value.items()[i], depth + 1);
      path_.pop_back();
    }
    for (size_t i = 0; value.kind == value::Kind::kMapping && i < value.entries().size() && !holds; ++i) {
      path_.push_back(diag::PathStep::Key(value::PlainText(*value.entries()[i].key)));
      holds = HoldsSecret(*value.entries()[i].value, depth + 1);
      path_.pop_back();
    }
    return holds;
  }

  // Nothing but a handful of strings, seen more often than there are of them.
  bool IsEnumeration(const Observation& seen) const {
    constexpr size_t kMost = 5;
    return seen.strings == seen.scalars() && seen.lists == 0 && seen.maps == 0 &&
           seen.strings > seen.values.size() && seen.values.size() <= kMost && !seen.has_more_strings &&
           !seen.values.empty() && !redaction::IsSecretPath(path_) &&
           std::none_of(seen.values.begin(), seen.values.end(),
                        [&](const value::Value* text) { return secrets_.IsIn(*text); });
  }

  const InferOptions& options_;
  const Descriptions& descriptions_;
  const SampleSecrets& secrets_;
  const CommentedOut* commented_;  // null: there is nothing to know
  Observations& observations_;
  types::Model& model_;
  value::Builder build_;
  diag::Path path_;
  std::string note_;  // of the place whose shape was made last
  std::vector<std::string> open_;
};

}  // namespace

std::vector<std::string> Infer(std::span<const yaml::File* const> samples, const InferOptions& options,
                               types::Model& model, Arena& arena) {
  Observations observations;
  Descriptions descriptions;
  Observation& document = observations.New();
  for (const yaml::File* file : samples) {
    descriptions.Read(*file);
    for (const yaml::Document& one : file->documents) {
      const bool is_empty = one.root->kind == value::Kind::kNull && one.root->raw.empty();
      if (!one.is_invalid && !is_empty) {
        const bool is_layer = options.are_layers && file != samples.front();
        observations.Add(*one.root, is_layer ? SampleKind::kLayer : SampleKind::kWhole, document);
      }
    }
  }
  const SampleSecrets secrets(samples);
  std::optional<CommentedOut> commented;
  if (options.chart && !samples.empty() && !samples.front()->documents.empty()) {
    const source::SourceFile& source = *samples.front()->source;
    commented.emplace(options.chart->commented, source);
    commented->Read(*samples.front()->documents.front().root, document, 1, UINT32_MAX - 1);
  }
  return Inference(options, descriptions, secrets, commented ? &*commented : nullptr, observations, model,
                   arena)
      .Run(document);
}

}  // namespace kval::schemas::infer
