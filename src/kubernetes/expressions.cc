#include "src/kubernetes/expressions.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/admission/variable_types.h"
#include "src/kubernetes/report_at.h"
#include "src/lang/cel/program.h"
#include "src/support/ascii.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kDoesNotCompile{diag::Kind::kCelError, "the expression cannot be compiled: {}"};
constexpr diag::Def<Text, Text> kWrongType{diag::Kind::kCelError,
                                           "the expression returns a value of type {}, but {} is required"};

// The variables and the required type of an expression.
class Expressions {
 public:
  // `result`: null for any type. `gives_null`: null is as good.
  struct Expected {
    const cel::Type* result = nullptr;
    Text name;
    bool gives_null = false;
  };

  Expressions(const Resource& resource, diag::Emitter& emit) : emit_(emit) {
    const Text version = resource.k8s_version;
    const size_t dot = version.find('.') + 1;
    std::from_chars(version.data() + dot, version.data() + version.size(), minor_);
  }

  // Something that nothing is known of. `may_be_typed`: the API server knows its fields' types.
  void Declare(Text name, bool may_be_typed = false) {
    if (may_be_typed) {
      typed_.push_back(environment_.variables().size());
    }
    environment_.Declare(name, &cel::kDynType);
  }
  void Declare(Text name, const cel::Type* type) { environment_.Declare(name, type); }
  // The variables of a policy; `variables`: its own, which must outlive this.
  void DeclareOfPolicy(const cel::Fields& variables, bool has_params, bool has_authorizer) {
    DeclareVariables(environment_, variables, has_params, has_authorizer);
  }
  void Extend(cel::Extension extension) { environment_.Extend(extension); }
  cel::TypeArena& types() { return environment_.types(); }

  // Returns the type of the program, which lives as long as this; kErrorType if it does not compile.
  const cel::Type* Check(const check::ValueCursor& at, const Expected& expected) {
    if (at.value->kind != value::Kind::kString || IsRecovered(*at.value)) {
      return &cel::kErrorType;
    }
    const Text text = TextOf(at);
    std::vector<cel::ProgramError> errors;
    std::optional<cel::Program> compiled = cel::Program::Compile(text, environment_, {}, errors);
    if (!compiled) {
      ReportAt(emit_, at, kDoesNotCompile,
               ErrorText(text, errors.front().at, MessageOf(text, errors.front())))
          .Emit();
      return &cel::kErrorType;
    }
    const cel::Program& program = programs_.emplace_back(*std::move(compiled));
    for (const cel::NewerFeature& part : program.NewerThan(minor_ == 0 ? 0 : minor_ - 1)) {
      const std::string message =
          part.what + " is there from Kubernetes 1." + std::to_string(part.since + 1) + " on";
      ReportAt(emit_, at, kDoesNotCompile, ErrorText(text, part.at, message)).Emit();
    }
    const cel::Type& type = program.type();
    const bool is_unknown =
        type.kind == cel::TypeKind::kDyn &&
        std::any_of(typed_.begin(), typed_.end(), [&](size_t variable) { return program.Reads(variable); });
    const bool fits = expected.result == nullptr || cel::EquivalentType(type, *expected.result) ||
                      is_unknown || type.kind == cel::TypeKind::kError ||
                      (expected.gives_null && type.kind == cel::TypeKind::kNull);
    if (!fits) {
      ReportAt(emit_, at, kWrongType, TypeText(type), expected.name).Emit();
    }
    return &type;
  }

 private:
  // `column 4: undeclared reference …`
  static std::string ErrorText(Text source, uint32_t at, const std::string& message) {
    const Text before = source.substr(0, at);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const size_t column = before.size() - (before.rfind('\n') + 1) + 1;
    return (line > 1 ? "line " + std::to_string(line) + ", " : std::string()) + "column " +
           std::to_string(column) + ": " + message;
  }

  // A field of a variable that is declared field by field is not an unknown name.
  std::string MessageOf(Text source, const cel::ProgramError& error) const {
    const auto is_name = [](char c) { return IsAlnum(c) || c == '_'; };
    const Text rest = source.substr(std::min<size_t>(error.at, source.size()));
    const size_t dot = rest.find('.');
    const bool is_field =
        dot != Text::npos && error.is_undeclared &&
        std::any_of(environment_.variables().begin(), environment_.variables().end(),
                    [&](const auto& known) { return known.name.starts_with(rest.substr(0, dot + 1)); });
    if (!is_field) {
      return error.message;
    }
    const Text field = rest.substr(dot + 1);
    const auto* end = std::find_if_not(field.begin(), field.end(), is_name);
    return "undefined field '" + std::string(field.begin(), end) + "'";
  }

  diag::Emitter& emit_;
  uint32_t minor_ = 0;
  cel::Environment environment_;
  std::vector<size_t> typed_;  // variables, by number
  std::deque<cel::Program> programs_;
};

const Expressions::Expected kAny;
const Expressions::Expected kBool{&cel::kBoolType, "a bool", false};
const Expressions::Expected kString{&cel::kStringType, "a string", false};
const Expressions::Expected kAnnotation{&cel::kStringType, "a string", true};

// The variables of a policy whose types are known so far.
class PolicyVariables final : public cel::Fields {
 public:
  const cel::Type* Find(Text name) const override {
    const auto found = types_.find(name);
    return found == types_.end() ? nullptr : found->second;
  }
  void Add(Text name, const cel::Type* type) { types_.try_emplace(std::string(name), type); }

 private:
  TextMap<std::string, const cel::Type*> types_;
};

void CheckOne(Expressions& expressions, const check::ValueCursor& holder, Text key,
              const Expressions::Expected& expected) {
  const std::optional<check::ValueCursor> at = At(holder, key);
  // A missing or empty expression is reported elsewhere.
  if (at && !TextOf(*at).empty()) {
    expressions.Check(*at, expected);
  }
}

void CheckConditions(const Resource& resource, const check::ValueCursor& holder, bool has_params,
                     diag::Emitter& emit) {
  const PolicyVariables variables;  // unknown to conditions
  Expressions expressions(resource, emit);
  expressions.DeclareOfPolicy(variables, has_params, true);
  ForEachItemOf(holder, "matchConditions",
                [&](const check::ValueCursor& item) { CheckOne(expressions, item, "expression", kBool); });
}

// Each variable knows those before it.
void CheckVariables(const check::ValueCursor& spec, Expressions& expressions, PolicyVariables& variables) {
  ForEachItemOf(spec, "variables", [&](const check::ValueCursor& variable) {
    const std::optional<check::ValueCursor> expression = At(variable, "expression");
    variables.Add(GetStringField(variable, "name"), expression && !TextOf(*expression).empty()
                                                        ? expressions.Check(*expression, kAny)
                                                        : &cel::kErrorType);
  });
}

// Whether a text names something as a whole, not a field of it.
bool NamesWhole(Text text, Text name) {
  const auto is_of_name = [](char c) { return IsAlnum(c) || c == '_' || c == '.'; };
  for (size_t at = text.find(name); at != Text::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    const bool begins = at == 0 || !is_of_name(text[at - 1]);
    if (begins && (end == text.size() || !is_of_name(text[end]))) {
      return true;
    }
  }
  return false;
}

}  // namespace

void CheckMatchConditions(const Resource& resource, const check::ValueCursor& holder, diag::Emitter& emit) {
  CheckConditions(resource, holder, false, emit);
}

void CheckPolicyExpressions(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  const bool has_params = At(*spec, "paramKind").has_value();
  CheckConditions(resource, *spec, has_params, emit);
  PolicyVariables variables;
  Expressions expressions(resource, emit), of_messages(resource, emit);
  expressions.DeclareOfPolicy(variables, has_params, true);
  of_messages.DeclareOfPolicy(variables, has_params, false);
  CheckVariables(*spec, expressions, variables);
  ForEachItemOf(*spec, "validations", [&](const check::ValueCursor& validation) {
    CheckOne(expressions, validation, "expression", kBool);
    CheckOne(of_messages, validation, "messageExpression", kString);
  });
  ForEachItemOf(*spec, "auditAnnotations", [&](const check::ValueCursor& annotation) {
    CheckOne(expressions, annotation, "valueExpression", kAnnotation);
  });
}

void CheckMutations(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  const bool has_params = At(*spec, "paramKind").has_value();
  CheckConditions(resource, *spec, has_params, emit);
  PolicyVariables variables;
  Expressions of_variables(resource, emit), expressions(resource, emit);
  expressions.Extend(cel::Extension::kPatches);
  of_variables.DeclareOfPolicy(variables, has_params, true);
  expressions.DeclareOfPolicy(variables, has_params, true);
  CheckVariables(*spec, of_variables, variables);
  cel::TypeArena& types = expressions.types();
  const Expressions::Expected object{types.Object("Object", nullptr), "an Object", false};
  const Expressions::Expected patches{types.List(types.Object("JSONPatch", nullptr)), "a list(JSONPatch)",
                                      false};
  ForEachItemOf(*spec, "mutations", [&](const check::ValueCursor& mutation) {
    if (const auto applied = At(mutation, "applyConfiguration")) {
      CheckOne(expressions, *applied, "expression", object);
    }
    if (const auto patch = At(mutation, "jsonPatch")) {
      CheckOne(expressions, *patch, "expression", patches);
    }
  });
}

void CheckDeviceSelectors(const Resource& resource, const check::ValueCursor& holder, diag::Emitter& emit) {
  ForEachItemOf(holder, "selectors", [&](const check::ValueCursor& selector) {
    Follow(selector, {"cel", "expression"}, [&](const check::ValueCursor& expression) {
      const Text text = TextOf(expression);
      Expressions expressions(resource, emit);
      expressions.Extend(cel::Extension::kBindings);
      cel::TypeArena& types = expressions.types();
      if (text.find("has(device") != Text::npos || NamesWhole(text, "device")) {
        expressions.Declare("device", true);
      }
      expressions.Declare("device.driver", &cel::kStringType);
      expressions.Declare("device.allowMultipleAllocations", &cel::kBoolType);
      expressions.Declare("device.attributes",
                          types.Map(&cel::kStringType, types.Map(&cel::kStringType, &cel::kDynType)));
      expressions.Declare("device.capacity",
                          types.Map(&cel::kStringType, types.Map(&cel::kStringType, &cel::kQuantityType)));
      const bool is_found = text.find("attributes") != Text::npos;  // whose values may be of any type
      expressions.Check(expression, is_found ? kAny : kBool);
    });
  });
}

}  // namespace kval::kubernetes
