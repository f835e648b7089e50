#include "schemas/kcl/kcl_schema.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "schemas/kcl/independent_checks.h"
#include "schemas/kcl/instance_evaluator.h"
#include "schemas/kcl/lowering.h"
#include "schemas/kcl/schema_module.h"
#include "src/check/complete.h"
#include "src/check/fields.h"
#include "src/check/fits.h"
#include "src/check/validation_state.h"
#include "src/lang/kcl/run/vet.h"
#include "src/lang/kcl/sema/main_schemas.h"
#include "src/support/native_stack.h"

namespace kval::schemas::kcl {
namespace {

// Walks a document along its types and adds the values that the program computes.
class Completer {
 public:
  Completer(const types::Model& model, const SchemaModule& module, const ValidationContext& validating,
            bool computes)
      : model_(model),
        module_(module),
        evaluators_(validating.evaluators),
        arena_(validating.arena),
        build_(&validating.arena),
        computes_(computes) {}

  // `is_complete`: check::Complete has been asked already.
  const value::Value* Run(const value::Value& document, types::TypeId type, bool is_complete) {
    const value::Value* completed = Visit(document, type, is_complete);
    worker_.ThrowIfExhausted();
    return completed;
  }

 private:
  // `is_complete`: the model's defaults are filled in at every depth. Filling them in again at each level
  // would cost the value's size times its depth.
  const value::Value* Visit(const value::Value& value, types::TypeId id, bool is_complete) {
    NeedStack();
    if (!worker_.Spend()) {
      return &value;
    }
    const types::Type& type = model_.Resolve(id);
    if (const auto* record = std::get_if<types::Record>(&type.shape);
        record != nullptr && value.kind == value::Kind::kMapping) {
      return Mapping(value, *record, is_complete);
    }
    if (const auto* list = std::get_if<types::List>(&type.shape);
        list != nullptr && value.kind == value::Kind::kSequence) {
      std::vector<const value::Value*> items;
      items.reserve(value.items().size());
      for (const value::Value* item : value.items()) {
        items.push_back(Visit(*item, list->item, is_complete));
      }
      return Differs(items, value) ? build_.WithItems(value, items) : &value;
    }
    if (const auto* choice = std::get_if<types::Union>(&type.shape);
        choice != nullptr && value.is_collection()) {
      return Member(value, id, *choice);
    }
    return &value;
  }

  // The value as the first member that it fits makes it. Remembered: nested unions ask for it over and over.
  const value::Value* Member(const value::Value& value, types::TypeId id, const types::Union& choice) {
    const value::Value*& known = members_[{&value, id.index}];
    if (known != nullptr) {
      return known;
    }
    known = &value;
    for (types::TypeId arm : choice.variants) {
      const value::Value* completed = check::Complete(value, arm, model_, worker_, arena_);
      completed = Visit(*completed, arm, true);
      if (check::Fits(*completed, arm, model_, worker_)) {
        return members_[{&value, id.index}] = completed;
      }
    }
    return &value;
  }

  static bool Differs(const std::vector<const value::Value*>& items, const value::Value& value) {
    return !std::equal(items.begin(), items.end(), value.items().begin(), value.items().end());
  }

  // A null that is given for a field with a default means the default (kcl.md, 6).
  bool IsLeftOut(const value::Value& value, const types::Field& field) const {
    return value.kind == value::Kind::kNull && field.presence == types::FieldPresence::kFilled &&
           !check::AcceptsKind(model_, field.type, value::Kind::kNull);
  }

  const value::Value* Mapping(const value::Value& value, const types::Record& record, bool is_complete) {
    const size_t slots = slots_.size();
    const size_t first = made_.size();
    slots_.resize(slots + record.fields.size(), value::Entry{nullptr, nullptr});
    bool leaves_out = false;
    bool has_others = false;
    check::FieldCursor cursor(model_, record);
    for (const value::Entry& entry : value.entries()) {
      const types::Field* field = cursor.Find(*entry.key);
      has_others = has_others || field == nullptr;
      if (field != nullptr && IsLeftOut(*entry.value, *field)) {
        leaves_out = true;
      } else if (field != nullptr) {
        slots_[slots + static_cast<size_t>(field - record.fields.begin())] = entry;
      }
    }
    const std::vector<value::Entry> others =
        has_others ? Others(value, record, is_complete) : std::vector<value::Entry>();
    const value::Value* known = leaves_out ? build_.WithEntries(value, Given(value, record, true)) : &value;
    for (size_t i = 0; i < record.fields.size(); ++i) {
      const types::Field& field = record.fields[i];
      const value::Entry given = slots_[slots + i];
      const value::Value* made = Field(given.value, field, *known, is_complete);
      if (made != nullptr) {
        made_.push_back({given.key == nullptr ? field.key : given.key, made});
      }
    }
    made_.insert(made_.end(), others.begin(), others.end());
    const std::span<const value::Entry> entries = std::span<const value::Entry>(made_).subspan(first);
    const auto same = [](const value::Entry& a, const value::Entry& b) {
      return a.key == b.key && a.value == b.value;
    };
    const bool is_same =
        std::equal(entries.begin(), entries.end(), value.entries().begin(), value.entries().end(), same);
    const value::Value* whole = is_same ? &value : build_.WithEntries(value, entries);
    made_.resize(first);
    slots_.resize(slots);
    return whole;
  }

  // The entries of a mapping without the nulls that mean a default: all of them, or only those of fields.
  std::vector<value::Entry> Given(const value::Value& value, const types::Record& record,
                                  bool with_others) const {
    std::vector<value::Entry> given;
    check::FieldCursor cursor(model_, record);
    for (const value::Entry& entry : value.entries()) {
      const types::Field* field = cursor.Find(*entry.key);
      if (field == nullptr ? with_others : !IsLeftOut(*entry.value, *field)) {
        given.push_back(entry);
      }
    }
    return given;
  }

  // The entries that are no fields, with the defaults of the index signature.
  std::vector<value::Entry> Others(const value::Value& value, const types::Record& record, bool is_complete) {
    const std::vector<value::Entry> named = Given(value, record, false);
    std::vector<value::Entry> others;
    check::FieldCursor cursor(model_, record);
    for (value::Entry entry : value.entries()) {
      if (cursor.Find(*entry.key) != nullptr) {
        continue;
      }
      if (const types::KeyRule* rule = check::KeyRuleOf(record, *entry.key, value)) {
        entry.value = Further(entry, *rule, named, is_complete);
      }
      others.push_back(entry);
    }
    return others;
  }

  // The value of a key that an index signature allows; the signature may have a default for it. `named`: the
  // attributes declared by the schema that the record sets.
  const value::Value* Further(const value::Entry& entry, const types::KeyRule& rule,
                              std::vector<value::Entry> named, bool is_complete) {
    const value::Value* made = entry.value;
    const kval::kcl::Schema* schema = module_.KeyDefault(rule.span);
    if (computes_ && schema != nullptr && entry.value->kind == value::Kind::kMapping) {
      named.push_back(entry);
      const value::Value* united =
          InstanceEvaluator::Of(module_, evaluators_)
              .UndeclaredKeyValue(*schema, entry.key->raw, *build_.Mapping(named, entry.key->span), build_);
      made = united == nullptr ? made : united;
    }
    return Completed(*made, rule.value, is_complete && made == entry.value);
  }

  // The same with the model's defaults in it, where they are not known to be.
  const value::Value* Completed(const value::Value& value, types::TypeId type, bool is_complete) {
    return Visit(is_complete ? value : *check::Complete(value, type, model_, worker_, arena_), type, true);
  }

  // A record that is given in part keeps the rest of the default (kcl.md, 6).
  const value::Value* OverDefault(const value::Value& given, const value::Value& base,
                                  const types::Field& field) {
    const auto* record = std::get_if<types::Record>(&model_.Resolve(field.type).shape);
    if (record == nullptr || given.kind != value::Kind::kMapping || base.kind != value::Kind::kMapping) {
      return &given;
    }
    std::vector<value::Entry> entries(given.entries().begin(), given.entries().end());
    bool changed = false;
    for (const value::Entry& entry : base.entries()) {
      const types::Field* inner = check::FieldOf(model_, *record, *entry.key);
      if (inner == nullptr) {
        continue;
      }
      const auto same_key = [&](const value::Entry& other) { return other.key->raw == entry.key->raw; };
      const auto found = std::find_if(entries.begin(), entries.end(), same_key);
      if (found == entries.end()) {
        entries.push_back(entry);
        changed = true;
      } else {
        const value::Value* united = OverDefault(*found->value, *entry.value, *inner);
        changed = changed || united != found->value;
        found->value = united;
      }
    }
    return changed ? build_.WithEntries(given, entries) : &given;
  }

  // Where a computed value can be changed: at the first value of the record that its expression names, else
  // at the record's first value.
  source::Span SourceOf(const value::Value& record, std::string_view expression,
                        source::Span otherwise) const {
    source::Span first;
    for (const value::Entry& entry : record.entries()) {
      if (!entry.value->span.has_value() || module_.Holds(entry.value->span)) {
        continue;
      }
      if (Names(expression, entry.key->raw)) {
        return entry.value->span;
      }
      first = first.has_value() ? first : entry.value->span;
    }
    return first.has_value() ? first : otherwise;
  }

  // Whether `name` is a word of the expression.
  static bool Names(std::string_view expression, std::string_view name) {
    const auto is_word = [](char c) {
      return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    };
    for (size_t at = expression.find(name); at != std::string_view::npos && !name.empty();
         at = expression.find(name, at + 1)) {
      const size_t end = at + name.size();
      if ((at == 0 || !is_word(expression[at - 1])) &&
          (end == expression.size() || !is_word(expression[end]))) {
        return true;
      }
    }
    return false;
  }

  const value::Value* Field(const value::Value* given, const types::Field& field, const value::Value& record,
                            bool is_complete) {
    const value::Value* made = given;
    if (computes_ && field.presence == types::FieldPresence::kFilled && field.fallback.computed != nullptr) {
      // A given collection is united with the computed one.
      const bool is_open = given == nullptr || given->kind == value::Kind::kMapping;
      const diag::Path no_path;
      const value::Value* computed =
          is_open ? field.fallback.computed->Compute(record, {&record, &record, &no_path, evaluators_})
                  : nullptr;
      made = computed == nullptr ? given : computed;
      if (given == nullptr && computed != nullptr) {
        made =
            build_.WithSpan(*computed, SourceOf(record, field.fallback.computed->Describe(), computed->span));
      }
    } else if (given == nullptr && field.presence == types::FieldPresence::kFilled) {
      made = check::DefaultOf(field, model_, worker_, arena_);
    }
    if (made == nullptr) {
      return nullptr;
    }
    // A default in `@info` of an attribute without one is only shown, not applied.
    const bool has_default =
        field.presence == types::FieldPresence::kFilled && field.fallback.value != nullptr;
    if (given != nullptr && has_default) {
      made = OverDefault(*given, *field.fallback.value, field);
    }
    return Completed(*made, field.type, is_complete && made == given);
  }

  const types::Model& model_;
  const SchemaModule& module_;
  types::Evaluators* const evaluators_;
  Arena& arena_;
  value::Builder build_;
  const bool computes_;
  check::ValidationState worker_;
  std::map<std::pair<const value::Value*, int32_t>, const value::Value*> members_;
  // For the mappings on the current path, innermost last: the given value of each field, and the resulting
  // entries.
  std::vector<value::Entry> slots_;
  std::vector<value::Entry> made_;
};

// The path to the node that has this place; false when there is none.
bool FindPath(const value::Value& document, source::Span place, diag::Path& path) {
  NeedStack();
  if (document.span == place) {
    return true;
  }
  const auto found = [&](diag::PathStep step, const value::Value& child) {
    path.push_back(std::move(step));
    if (FindPath(child, place, path)) {
      return true;
    }
    path.pop_back();
    return false;
  };
  if (document.kind == value::Kind::kMapping) {
    return std::any_of(document.entries().begin(), document.entries().end(), [&](const value::Entry& entry) {
      return found(diag::PathStep::Key(entry.key->raw), *entry.value);
    });
  }
  size_t index = 0;
  return document.kind == value::Kind::kSequence &&
         std::any_of(document.items().begin(), document.items().end(),
                     [&](const value::Value* item) { return found(diag::PathStep::Index(index++), *item); });
}

// Reports a finding of the evaluator at the value that it is about, which is where people can change it.
void Relocate(diag::Diagnostic finding, const value::Value& document, const SchemaModule& module,
              const source::SourceMap& sources, diag::Emitter& emit) {
  if (!finding.labels.empty() && document.span.has_value()) {
    const source::Span at = finding.labels.front().span;
    if (at.has_value() && !module.Holds(at) && !SchemaModule::ContainsByName(at, sources)) {
      finding.path.clear();
      finding.has_path = FindPath(document, at, finding.path);
    } else {
      finding.labels.front().role = diag::LabelRole::kSchema;
      finding.labels.insert(finding.labels.begin(),
                            {document.span, "for these values", diag::LabelRole::kPrimary});
    }
  }
  emit.Emit(std::move(finding));
}

// Findings that the model's own check reports too: notices about deprecated attributes.
bool IsNotice(const diag::Diagnostic& finding) {
  return finding.severity != diag::Severity::kError;
}

}  // namespace

KclSchema::KclSchema(std::shared_ptr<SchemaModule> module, const types::Model& model, types::TypeId list)
    : module_(std::move(module)), model_(model), list_(list) {}

KclSchema::~KclSchema() = default;

std::unique_ptr<KclSchema> KclSchema::Compile(const KclRequest& request, source::SourceMap& sources,
                                              source::FileReader& reader, Arena& arena, types::Model& model,
                                              diag::Emitter& emit) {
  auto module = std::make_shared<SchemaModule>(sources, reader);
  if (!module->Load(request, emit)) {
    return nullptr;
  }
  const size_t before = emit.error_count();
  Lowering(module, model, arena, emit).Root(module->schema());
  if (emit.error_count() > before) {
    return nullptr;
  }
  if (module->schema() != nullptr) {
    if (std::optional<IndependentChecks> lines = FindIndependentChecks(*module->schema(), *module)) {
      module->SetIndependentChecks(*std::move(lines));
    }
  }
  types::Type list;
  list.shape = types::List{model.root().type};
  list.span = model.root().span;
  const types::TypeId list_type = model.Add(std::move(list));
  return std::unique_ptr<KclSchema>(new KclSchema(std::move(module), model, list_type));
}

bool KclSchema::has_schema() const {
  return module_->schema() != nullptr;
}

bool KclSchema::has_constraints() const {
  return has_schema() || module_->has_asserts();
}

std::string KclSchema::OtherSchemasDeclaring(std::string_view key) const {
  const kval::kcl::Program& program = module_->program();
  const Symbol symbol = program.ast.names.Find(key);
  if (!module_->request().schema_name.empty() || module_->schema() == nullptr || !symbol.has_value()) {
    return {};
  }
  const std::vector<std::string_view> names = kval::kcl::SchemaNames(program);
  std::string others;
  for (const std::unique_ptr<kval::kcl::Schema>& schema : program.schemas) {
    const std::string_view name = module_->Text(schema->name);
    const bool is_main = schema->package == 0 && std::find(names.begin(), names.end(), name) != names.end();
    if (is_main && schema->Find(symbol) != nullptr) {
      others += (others.empty() ? "" : ", ") + std::string(name);
    }
  }
  return others.empty() ? ""
                        : "checked as `" + std::string(module_->Text(module_->schema()->name)) +
                              "`, the first schema; this key is declared in " + others;
}

types::TypeId KclSchema::TypeOf(const value::Value& document) const {
  return document.kind == value::Kind::kSequence ? list_ : model_.root().type;
}

const value::Value* KclSchema::Complete(const value::Value& document, const ValidationContext& validating,
                                        bool has_defaults) const {
  return Completer(model_, *module_, validating, true).Run(document, TypeOf(document), has_defaults);
}

const value::Value* KclSchema::WithoutNulls(const value::Value& document,
                                            const ValidationContext& validating) const {
  return Completer(model_, *module_, validating, false).Run(document, TypeOf(document), false);
}

void KclSchema::CheckProgram(const value::Value& document, const ValidationContext& validating,
                             diag::Emitter& emit) const {
  if (module_->schema() == nullptr) {
    CheckAsserts(document, validating, emit);
  } else if (document.kind == value::Kind::kSequence) {
    for (const value::Value* item : document.items()) {
      CheckInstance(*item, validating, emit);
    }
  } else {
    CheckInstance(document, validating, emit);
  }
}

uint64_t KclSchema::StepsOf(const ValidationContext& validating) const {
  return InstanceEvaluator::Of(*module_, validating.evaluators).steps();
}

void KclSchema::CheckInstance(const value::Value& document, const ValidationContext& validating,
                              diag::Emitter& emit) const {
  if (document.kind != value::Kind::kMapping) {
    return;
  }
  const size_t before = emit.error_count();
  InstanceEvaluator& instances = InstanceEvaluator::Of(*module_, validating.evaluators);
  if (instances.IsCoveredByRules(document)) {
    CheckAsserts(document, validating, emit);
    return;
  }
  const InstanceResult& answer = instances.Answer(*module_->schema(), document);
  for (const diag::Diagnostic& finding : answer.errors) {
    if (!IsNotice(finding)) {
      Relocate(finding, document, *module_, validating.sources, emit);
    }
  }
  const auto is_data = [this](source::Span span) { return !module_->Holds(span); };
  for (const kval::kcl::eval::FailedCheck& failed : answer.failed_within) {
    Relocate(MakeDiagnostic(failed, is_data), document, *module_, validating.sources, emit);
  }
  if (emit.error_count() == before) {
    CheckAsserts(document, validating, emit);
  }
}

// The asserts see the program with the values in it, which is loaded for them.
void KclSchema::CheckAsserts(const value::Value& document, const ValidationContext& validating,
                             diag::Emitter& emit) const {
  if (!module_->has_asserts()) {
    return;
  }
  kval::kcl::run::VetRequest vet;
  vet.schema_file = module_->request().files.front();
  vet.schema = module_->request().schema_name;
  vet.attribute = module_->request().attribute_name;
  vet.externals = module_->request().externals;
  vet.limits = module_->request().limits;
  vet.known = &module_->program();
  vet.steps = &InstanceEvaluator::Of(*module_, validating.evaluators).other_steps();
  kval::kcl::run::Vet(vet, document, validating.sources, module_->reader(),
                      [&](kval::kcl::run::VetFinding found) {
                        if (!IsNotice(found.finding)) {
                          Relocate(std::move(found.finding), document, *module_, validating.sources, emit);
                        }
                      });
}

}  // namespace kval::schemas::kcl
