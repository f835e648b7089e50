#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/cli/typed_json.h"
#include "src/cli/usage.h"
#include "src/driver/session.h"
#include "src/lang/cel/explanation.h"
#include "src/lang/cel/program.h"
#include "src/lang/cel/type.h"
#include "src/report/json_writer.h"
#include "src/report/text.h"
#include "src/support/ascii.h"
#include "src/support/native_stack.h"
#include "src/support/take_part.h"
#include "src/types/type.h"

namespace kval::cli {
namespace {

struct NamedType {
  std::string_view name;
  const cel::Type* type;
};

constexpr NamedType kTypes[] = {
    {"int", &cel::kIntType},
    {"uint", &cel::kUintType},
    {"double", &cel::kDoubleType},
    {"string", &cel::kStringType},
    {"bytes", &cel::kBytesType},
    {"bool", &cel::kBoolType},
    {"null_type", &cel::kNullType},
    {"timestamp", &cel::kTimestampType},
    {"duration", &cel::kDurationType},
    {"google.protobuf.Timestamp", &cel::kTimestampType},
    {"google.protobuf.Duration", &cel::kDurationType},
};

// Parses a CEL type: `list(map(string, int))`; dyn for unknown types.
const cel::Type* ParseCelType(std::string_view text, cel::TypeArena& types) {
  NeedStack();
  text = Trimmed(text, " ");
  for (const NamedType& known : kTypes) {
    if (known.name == text) {
      return known.type;
    }
  }
  const size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) {
    return &cel::kDynType;
  }
  const std::string_view name = text.substr(0, open);
  const std::string_view inner = text.substr(open + 1, text.size() - open - 2);
  if (name == "list") {
    return types.List(ParseCelType(inner, types));
  }
  if (name == "wrapper") {
    return types.Nullable(ParseCelType(inner, types));
  }
  size_t depth = 0;
  for (size_t i = 0; name == "map" && i < inner.size(); ++i) {
    depth += inner[i] == '(' ? 1 : inner[i] == ')' ? ~size_t{0} : 0;
    if (inner[i] == ',' && depth == 0) {
      return types.Map(ParseCelType(inner.substr(0, i), types), ParseCelType(inner.substr(i + 1), types));
    }
  }
  return &cel::kDynType;
}

struct CelOptions {
  std::string expression;
  bool is_jsonl = false;
  ReadingOptions reading;
};

// Time zones, from the database of the system.
class SystemZones final : public cel::ZoneSource {
 public:
  std::optional<std::string> Read(std::string_view name) const override {
    if (name.find("..") != std::string_view::npos || name.starts_with('/')) {
      return std::nullopt;
    }
    constexpr const char* kDirectory = "/usr/share/zoneinfo";
    source::DiskFileReader reader;
    auto text = reader.ReadBelow(kDirectory, std::string(kDirectory) + "/" + std::string(name));
    return text ? std::optional(*std::move(text)) : std::nullopt;
  }
};

cel::Budget BudgetOf(const Limits& limits) {
  cel::Budget budget;
  budget.cost = limits.cel_call_cost;
  budget.regex_memory = limits.regex_memory;
  return budget;
}

// `ERROR: <input>:1:3: …`, one line per error, as cel-go prints them.
std::string ErrorsText(std::string_view source, const std::vector<cel::ProgramError>& errors) {
  std::string text;
  // The line of the previous error, which starts at `start`: most errors are in order.
  size_t line = 1;
  size_t start = 0;
  for (const cel::ProgramError& failure : errors) {
    const size_t at = std::min<size_t>(failure.at, source.size());
    if (at < start) {
      line = 1;
      start = 0;
    }
    for (size_t end = source.find('\n', start); end < at; end = source.find('\n', start)) {
      ++line;
      start = end + 1;
    }
    text += text.empty() ? "" : "\n";
    text += "ERROR: <input>:" + std::to_string(line) + ":" + std::to_string(at - start + 1) + ": " +
            failure.message;
  }
  return text;
}

// The request in one line of the input.
struct EvaluationRequest {
  cel::Environment environment;
  cel::CompileOptions options;
  std::vector<cel::Value> variables;
  std::string expression;
};

bool IsTrue(const json::Value& question, std::string_view name) {
  const json::Value* member = question.Find(name);
  return member != nullptr && member->is(json::JsonKind::kBool) && member->boolean;
}

// A member that must be an object; null for all else.
const json::Value* ObjectOf(const json::Value& question, std::string_view name) {
  const json::Value* member = question.Find(name);
  return member != nullptr && member->is(json::JsonKind::kObject) ? member : nullptr;
}

// Variables with a type: one without a value is an error of the evaluation.
void DeclareTyped(const json::Value& types, const json::Value* values, cel::Heap& heap,
                  EvaluationRequest& question) {
  for (const json::Value& type : types) {
    question.environment.Declare(type.key, ParseCelType(type.text, question.environment.types()));
    cel::Value value = cel::Value::OfError(heap.New<cel::Error>(
        cel::Error{heap.CopyText("no such attribute(s): " + std::string(type.key)), 0, false}));
    const json::Value* given = values == nullptr ? nullptr : values->Find(type.key);
    question.variables.push_back(given == nullptr ? value : ReadTypedJson(*given, heap).value_or(value));
  }
}

// Fills the question. A message when the line cannot be used.
std::string ReadQuestion(const json::Value& json, cel::Heap& heap, EvaluationRequest& question) {
  const json::Value* expression = json.Find("expr");
  if (expression == nullptr || !expression->is(json::JsonKind::kString)) {
    return "`expr` is missing";
  }
  question.expression = expression->text;
  question.options.has_macros = !IsTrue(json, "disable_macros");
  question.options.has_checks = !IsTrue(json, "parse_only");
  if (const json::Value* container = json.Find("container")) {
    question.environment.set_container(container->string().value_or(""));
  }
  const json::Value* variables = ObjectOf(json, "vars");
  const json::Value* types = ObjectOf(json, "types");
  if (types != nullptr) {
    DeclareTyped(*types, variables, heap, question);
  }
  for (const json::Value* variable = variables == nullptr ? nullptr : variables->first; variable != nullptr;
       variable = variable->next) {
    if (types != nullptr && types->Find(variable->key) != nullptr) {
      continue;
    }
    const auto value = ReadTypedJson(*variable, heap);
    if (!value) {
      return "the variable " + std::string(variable->key) + " has no value in the protocol";
    }
    question.environment.Declare(variable->key, &cel::kDynType);
    question.variables.push_back(*value);
  }
  return {};
}

void WriteError(report::JsonWriter& json, std::string_view message, std::string_view stage) {
  json.Field("error", message).Field("stage", stage);
}

void Answer(const EvaluationRequest& question, cel::Heap& heap, const cel::Budget& budget,
            report::JsonWriter& json) {
  std::vector<cel::ProgramError> errors;
  const auto program =
      cel::Program::Compile(question.expression, question.environment, question.options, errors);
  if (!program) {
    WriteError(json, ErrorsText(question.expression, errors), "compile");
    return;
  }
  const SystemZones zones;
  const cel::Evaluation found = program->Evaluate(question.variables, heap, budget, &zones);
  if (found.value.is_error()) {
    WriteError(json, found.value.error().message, "eval");
    return;
  }
  json.Key("value");
  WriteTypedJson(found.value, json);
  json.Field("cost", found.cost);
}

// Writes the answer to one line; false when the line is no question.
bool AnswerLine(std::string_view line, const cel::Budget& budget, std::string& out) {
  json::Document document;
  report::JsonWriter json(report::JsonWriter::JsonLayout::kOneLine);
  json.BeginObject();
  std::string message = "the line is not a JSON object";
  bool is_question = document.Parse(line) && document.root()->is(json::JsonKind::kObject);
  if (is_question) {
    if (const json::Value* id = document.root()->Find("id")) {
      json.Field("id", id->string().value_or(""));
    }
    cel::Heap heap(budget.memory);
    EvaluationRequest question;
    message = ReadQuestion(*document.root(), heap, question);
    is_question = message.empty();
    if (is_question) {
      Answer(question, heap, budget, json);
    }
  }
  if (!is_question) {
    WriteError(json, message, "input");
  }
  json.EndObject();
  out += json.Take();
  return is_question;
}

int AnswerLines(const CelOptions& options, const Limits& limits, CommandOutput& output) {
  source::DiskFileReader reader(limits, LinkDestinations(options.reading));
  auto text = reader.Read("-");
  if (!text) {
    return ReportUsageError(output, text.failure());
  }
  const cel::Budget budget = BudgetOf(limits);
  int status = kOk;
  std::string_view rest = *text;
  while (!rest.empty()) {
    const std::string_view line = TakePart(rest, '\n');
    if (line.find_first_not_of(" \t\r") != std::string_view::npos && !AnswerLine(line, budget, output.out)) {
      status = kUnusable;
    }
  }
  return status;
}

// One expression without variables, for people.
int AnswerOne(const CelOptions& options, const Limits& limits, CommandOutput& output) {
  const cel::Environment environment;
  std::vector<cel::ProgramError> errors;
  const auto program = cel::Program::Compile(options.expression, environment, {}, errors);
  if (!program) {
    return ReportUsageError(output, ErrorsText(options.expression, errors));
  }
  const cel::Budget budget = BudgetOf(limits);
  cel::Heap heap(budget.memory);
  const SystemZones zones;
  const cel::Evaluation found = program->Evaluate({}, heap, budget, &zones);
  if (found.value.is_error()) {
    ReportUsageError(output, found.value.error().message);
    return found.value.error().is_final ? kLimit : kFindings;
  }
  output.out += report::Escape(cel::ValueText(found.value, budget.memory)) + "\n";
  return kOk;
}

int RunCel(const CelOptions& options, const ProcessEnvironment& environment, CommandOutput& output) {
  Limits limits;
  std::string message;
  if (!ReadLimits(options.reading, limits, message)) {
    return ReportUsageError(output, message);
  }
  if (options.is_jsonl != options.expression.empty()) {
    return ReportUsageError(
        output, "pass either an expression or --jsonl",
        "`kval cel '1 + 1'` computes one expression, `kval cel --jsonl` those of standard input");
  }
  StartDeadline(ReportOptions(), limits, environment, false, output);
  const int status =
      options.is_jsonl ? AnswerLines(options, limits, output) : AnswerOne(options, limits, output);
  return status;
}

}  // namespace

RunCommand DeclareCel(CommandApp& app) {
  auto options = std::make_shared<CelOptions>();
  app.add_option("EXPRESSION", options->expression,
                 "an expression without variables, whose value is printed");
  app.add_flag("--jsonl", options->is_jsonl,
               "read questions from standard input, one JSON object a line, and write an answer for each");
  AddReadingOptions(app, options->reading);
  app.footer(
      "The expressions are those of Kubernetes 1.35: its macros, libraries and limits.\n\n"
      "A question: {\"id\", \"expr\", \"types\": {name: type}, \"vars\": {name: value}, \"container\",\n"
      "\"disable_macros\", \"parse_only\"}; an answer: {\"id\", \"value\", \"cost\"} or {\"id\", \"error\", "
      "\"stage\"}.\n"
      "Values have a tag: {\"int\":\"1\"} {\"string\":\"a\"} {\"list\":[..]} {\"map\":[[key,value],..]}.\n\n"
      "Exit status: 0 all was computed or answered, 1 an error of the expression, 2 unusable input.");
  return [options](const ProcessEnvironment& environment, CommandOutput& output) {
    return RunCel(*options, environment, output);
  };
}

}  // namespace kval::cli
