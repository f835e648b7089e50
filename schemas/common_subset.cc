#include "schemas/common_subset.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "schemas/full_match_pattern.h"
#include "schemas/lower_alternatives.h"
#include "schemas/lower_property_names.h"
#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/formats/format.h"
#include "src/types/ecma_pattern.h"
#include "src/types/key_test.h"
#include "src/value/compare.h"

namespace kval::schemas {
namespace {

using types::ValueKindSet;
using value::Kind;

constexpr std::array<Kind, 6> kKinds = {Kind::kBool,   Kind::kInt,      Kind::kFloat,
                                        Kind::kString, Kind::kSequence, Kind::kMapping};

class Reduction {
 public:
  Reduction(types::Model& model, ConversionWarnings& losses) : model_(model), losses_(losses) {
    nothing_.kind = Kind::kMapping;
  }

  void Run() {
    Meet(model_.root().type, kNoPlace, {});
    for (; here_ < places_.size(); ++here_) {
      Reduce(places_[here_].id);
    }
  }

 private:
  // A type that was reached, and where: its parent place and the last step. Storing whole paths would take
  // quadratic memory in the nesting depth.
  struct TypePosition {
    types::TypeId id;
    size_t above;
    std::optional<diag::PathStep> step;  // none: that place itself
  };
  static constexpr size_t kNoPlace = SIZE_MAX;

  void Meet(types::TypeId id, size_t above, std::optional<diag::PathStep> step) {
    while (const auto* named = std::get_if<types::Named>(&model_.Get(id).shape)) {
      id = named->target;
    }
    if (seen_.insert(id.index).second) {
      places_.push_back({id, above, std::move(step)});
    }
  }
  void MeetBelow(types::TypeId id, diag::PathStep step) { Meet(id, here_, std::move(step)); }

  // The path of the type that is reduced, and of a key below it.
  diag::Path PathHere(const value::Value* key) const {
    diag::Path path;
    for (size_t at = here_; at != kNoPlace; at = places_[at].above) {
      if (places_[at].step) {
        path.push_back(*places_[at].step);
      }
    }
    std::reverse(path.begin(), path.end());
    if (key != nullptr) {
      path.push_back(check::StepOf(*key));
    }
    return path;
  }

  void Reduce(types::TypeId id) {
    types::Type type = model_.Get(id);
    LowerAlternatives(model_, type);
    if (const auto* literal = std::get_if<types::Literal>(&type.shape);
        literal != nullptr && literal->value->kind == Kind::kNull) {
      type.shape = types::Null{};
    }
    ReduceShape(type);
    model_.Define(id, type);  // the code below queries the model about it
    ReduceRules(id, type);
    model_.Define(id, std::move(type));
  }

  void ReduceShape(types::Type& type) {
    const bool is_list = std::holds_alternative<types::List>(type.shape);
    if (type.ignores_other_kinds) {
      type.ignores_other_kinds = false;
      Lose(type, type.span, "that values other than " + std::string(is_list ? "an array" : "a map") + " pass",
           is_list ? "" : "add `\"type\": \"object\"`, which is usually intended");
    }
    if (auto* scalar = std::get_if<types::Scalar>(&type.shape)) {
      const bool says_so = scalar->accepts_whole_floats && !std::exchange(reported_of_floats_, true);
      if (says_so) {
        Lose(type, type.span, "that 1.0 is an integer", "", "reported once for all integers");
      }
      scalar->accepts_whole_floats = false;
    } else if (auto* list = std::get_if<types::List>(&type.shape)) {
      ReduceList(type, *list);
    } else if (auto* record = std::get_if<types::Record>(&type.shape)) {
      ReduceRecord(type, *record);
    } else if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
      for (types::TypeId arm : choice->variants) {
        Meet(arm, here_, std::nullopt);
      }
    } else if (std::holds_alternative<types::Never>(type.shape)) {
      Lose(type, type.span, "that no value is allowed", "leave it out");
      type.shape = types::Any{};
    }
  }

  void ReduceList(types::Type& type, types::List& list) {
    if (!list.prefix.empty()) {
      Lose(type, type.span, "the types of the first items", "give all items one type");
      list.prefix.clear();
      list.item = Anything();
      list.open = true;
    }
    if (std::holds_alternative<types::Never>(model_.Resolve(list.item).shape)) {
      types::Rule empty;
      empty.test = types::MaxLength{0};
      empty.span = type.span;
      type.rules.push_back(model_.Add(std::move(empty)));
      list.item = Anything();
    }
    list.open = false;
    MeetBelow(list.item, diag::PathStep::Index(0));
  }

  types::TypeId Anything() { return model_.Add(types::Type{types::Any{}}); }

  void ReduceRecord(types::Type& type, types::Record& record) {
    types::Record reduced = record;
    reduced.key_rules.clear();
    for (types::KeyRule& rule : record.key_rules) {
      if (KeepsRule(type, record, rule)) {
        reduced.key_rules.push_back(rule);
      }
    }
    const bool is_plain = record.key_rules.empty() && !record.open;
    if (const auto seen = seen_fields_.find(record.fields.begin()); is_plain && seen != seen_fields_.end()) {
      record.Index();  // another type shares the fields, which are already reduced
      for (const types::Field* field : seen->second) {
        LoseRequiredNull(type, *field);
      }
      return;
    }
    std::vector<types::Field> kept;
    std::vector<const types::Field*> lost;
    for (const types::Field& field : record.fields) {
      const bool is_never = std::holds_alternative<types::Never>(model_.Resolve(field.type).shape);
      const bool is_free = reduced.open || std::any_of(reduced.key_rules.begin(), reduced.key_rules.end(),
                                                       [&](const auto& rule) {
                                                         return check::Allows(rule, *field.key, nothing_);
                                                       });
      if (is_never && !is_free && field.presence != types::FieldPresence::kRequired) {
        continue;  // a key that is not declared is not allowed
      }
      ReduceField(field);
      if (field.presence == types::FieldPresence::kRequired && Takes(field.type, Kind::kNull)) {
        LoseRequiredNull(type, field);
        lost.push_back(&field);
      }
      kept.push_back(field);
    }
    if (kept.size() < record.fields.size()) {
      reduced.fields = std::move(kept);
    } else if (is_plain) {
      seen_fields_.emplace(record.fields.begin(), std::move(lost));
    }
    reduced.Index();
    record = std::move(reduced);
    for (const types::Field& field : record.fields) {
      MeetBelow(field.type, check::StepOf(*field.key));
    }
    for (const types::KeyRule& rule : record.key_rules) {
      MeetBelow(rule.value, diag::PathStep::Key("*"));
    }
  }

  // Null means a value that is not given; in KCL a type of one literal provides it.
  void ReduceField(const types::Field& field) {
    const types::Type& own = model_.Resolve(field.type);
    const auto* literal = std::get_if<types::Literal>(&own.shape);
    if (literal != nullptr && field.presence == types::FieldPresence::kRequired &&
        literal->value->kind != Kind::kNull) {
      types::Rule only;
      only.test = types::OneOf{{literal->value}};
      only.span = own.span;
      types::Type scalar = own;
      scalar.shape = types::Scalar{literal->value->kind};
      scalar.rules.push_back(model_.Add(std::move(only)));
      types::TypeId id = field.type;
      while (const auto* named = std::get_if<types::Named>(&model_.Get(id).shape)) {
        id = named->target;
      }
      model_.Define(id, std::move(scalar));
    }
  }

  void LoseRequiredNull(types::Type& type, const types::Field& field) {
    Lose(type, field.span, "that a key must be there but may be null", "", "", field.key);
  }

  // A rule for all keys becomes one for the keys that no other rule or field names.
  bool KeepsRule(types::Type& type, const types::Record& record, types::KeyRule& rule) {
    const bool is_never = std::holds_alternative<types::Never>(model_.Resolve(rule.value).shape);
    if (!rule.additional) {
      return !is_never;
    }
    rule.additional = false;
    const auto* search = dynamic_cast<const types::KeySearch*>(rule.allowed.get());
    const std::string name = search == nullptr ? rule.name : search->text();
    for (const types::Field& field : record.fields) {
      if (check::Allows(rule, *field.key, nothing_)) {
        Lose(type, rule.span,
             "that the pattern `" + name + "` applies to `" + value::PlainText(*field.key) + "`, too",
             "state it at that key");
      }
    }
    const bool is_first = record.key_rules.data() == &rule;
    if (!is_first && record.key_rules.front().allowed != nullptr) {
      Lose(type, rule.span, "that several patterns apply to one key", "make the patterns mutually exclusive");
    }
    const std::optional<std::string> whole =
        search == nullptr ? std::nullopt : ToFullMatchPattern(search->text());
    if (whole) {
      if (Result<std::shared_ptr<const types::KeyPattern>> pattern = types::KeyPattern::Make(*whole)) {
        rule.allowed = *std::move(pattern);
      }
    }
    const bool has_others = record.open || record.key_rules.size() > 1;
    if (is_never) {
      if (has_others) {
        Lose(type, rule.span, "that no key matches `" + name + "`", "");
      }
      return false;
    }
    return true;
  }

  void ReduceRules(types::TypeId id, types::Type& type) {
    std::vector<types::RuleId> kept;
    for (types::RuleId rule_id : type.rules) {
      const types::Rule& rule = model_.Get(rule_id);
      const auto* assertion = std::get_if<types::Assertion>(&rule.test);
      std::optional<types::OneOf> listed =
          assertion == nullptr ? std::nullopt : EnumValuesOf(model_, *assertion);
      const auto* names = assertion == nullptr ? nullptr : std::get_if<types::KeyNames>(assertion);
      if (names != nullptr && rule.message.empty() && LowerPropertyNames(model_, names->type, type)) {
        continue;
      }
      const bool is_common =
          rule.kinds == ValueKindSet::AllButNull() || std::holds_alternative<types::Assertion>(rule.test);
      if (is_common && !listed) {
        kept.push_back(rule_id);
        continue;
      }
      types::Rule common = rule;
      if (listed) {
        common.test = *std::move(listed);
        common.kinds = ValueKindSet::All();
      }
      if (Says(id, type, common)) {
        common.kinds = ValueKindSet::AllButNull();
        kept.push_back(model_.Add(std::move(common)));
      }
    }
    type.rules = std::move(kept);
  }

  // Brings a rule of JSON Schema to its words; false when there are none, which is reported.
  bool Says(types::TypeId id, types::Type& type, types::Rule& rule) {
    const bool sees_all = std::all_of(kKinds.begin(), kKinds.end(),
                                      [&](Kind kind) { return rule.kinds.Has(kind) || !Takes(id, kind); });
    if (!sees_all) {
      Lose(type, rule.span,
           "the rule `" + types::Describe(rule.test) + "`, which accepts values of other types",
           "specify the type of the value");
      return false;
    }
    if (auto* one_of = std::get_if<types::OneOf>(&rule.test)) {
      const auto is_null = [](const value::Value* each) { return each->kind == Kind::kNull; };
      const bool allows_null = std::any_of(one_of->allowed.begin(), one_of->allowed.end(), is_null);
      if (!allows_null && Takes(id, Kind::kNull)) {
        Lose(type, rule.span, "that null is not one of the values", "specify the type of the value");
      }
      std::erase_if(one_of->allowed, is_null);
      return true;
    }
    if (auto* matches = std::get_if<types::MatchesRegex>(&rule.test)) {
      const Result<types::EcmaPattern> translated = types::TranslateEcma(matches->pattern.text());
      Result<types::Pattern> pattern =
          translated && !translated->needs_backtracking
              ? types::Pattern::Compile(Spelling(matches->pattern.text(), translated->text))
              : Result<types::Pattern>(Failure{"it looks around or back"});
      if (!pattern) {
        Lose(type, rule.span, "the pattern `" + matches->pattern.text() + "`", "", "it looks around or back");
        return false;
      }
      matches->pattern = *std::move(pattern);
      return true;
    }
    if (auto* format = std::get_if<types::Format>(&rule.test)) {
      const formats::FormatEntry* suggested = formats::Find(format->name, format->dialect);
      const formats::FormatEntry* own = formats::Find(format->name);
      if (suggested == nullptr || own == nullptr || suggested->check != own->check) {
        Lose(type, rule.span, "the format `" + format->name + "` as JSON Schema has it", "");
        return false;
      }
      format->dialect = formats::FormatDialect::kKval;
    }
    return true;
  }

  // As the author wrote it where re2 reads that alike.
  static const std::string& Spelling(const std::string& written, const std::string& translated) {
    constexpr std::string_view kPlain =
        "^$[]-_+*?{},0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/:|()";
    const bool is_plain = written.find_first_not_of(kPlain) == std::string::npos &&
                          written.find("(?") == std::string::npos && types::Pattern::Compile(written);
    return is_plain ? written : translated;
  }

  bool Takes(types::TypeId id, Kind kind) const { return check::AcceptsKind(model_, id, kind); }

  void Lose(types::Type& type, source::Span at, std::string what, std::string hint, std::string why = "",
            const value::Value* key = nullptr) {
    const std::string comment =
        losses_.Report({at, PathHere(key), std::move(what), std::move(why), std::move(hint), false});
    types::Doc& doc = type.doc.Edit();
    doc.note += (doc.note.empty() ? "" : "; ") + comment;
  }

  types::Model& model_;
  ConversionWarnings& losses_;
  value::Value nothing_;  // a map without keys
  bool reported_of_floats_ = false;
  std::vector<TypePosition> places_;
  size_t here_ = 0;  // the one that is reduced
  std::set<int32_t> seen_;
  // By the first ones of fields that types may share: those of them that are not carried over whole.
  std::unordered_map<const types::Field*, std::vector<const types::Field*>> seen_fields_;
};

}  // namespace

void LowerToCommon(types::Model& model, ConversionWarnings& losses) {
  Reduction(model, losses).Run();
}

}  // namespace kval::schemas
