#include "src/templating/template.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "src/lang/starlark/empty_first_block.h"
#include "src/lang/starlark/ops.h"
#include "src/templating/duplicate_keys.h"
#include "src/templating/fragment.h"
#include "src/templating/has_no_code.h"
#include "src/templating/program.h"

namespace kval::templating {
namespace {

using starlark::Outcome;
using starlark::Status;
using starlark::Success;

constexpr diag::Def<> kEmptyFirst{diag::Kind::kStarlarkSyntax,
                                  "ytt takes no file whose first statement ends in an empty block"};

// Executes the statements of one template. Each function that emits YAML builds a separate tree.
class TemplateHost final : public starlark::Host {
 public:
  TemplateHost(const Template* compiled, const Session* session) : compiled_(compiled), session_(session) {}

  // Charges the memory of new nodes to the limit of Starlark's values. Computed values were charged when they
  // were converted to YAML.
  Status Run(starlark::Interpreter& interpreter, uint32_t index, source::Span,
             const starlark::Args& args) override {
    const TemplateOp& op = compiled_->ops[index];
    const size_t before = session_->builder->made();
    Status status = Do(op, args);
    if (op.kind == TemplateOp::Kind::kStart || op.kind == TemplateOp::Kind::kStartWhole ||
        op.kind == TemplateOp::Kind::kAddWhole) {
      interpreter.heap().Charge(session_->builder->made() - before);
    }
    return status;
  }

  Status Do(const TemplateOp& op, const starlark::Args& args) {
    TreeBuilder& tree = *trees_.back();
    switch (op.kind) {
      case TemplateOp::Kind::kAnnotate:
        tree.Annotate(op.node, MakeAnnotation(op, args));
        return Success();
      case TemplateOp::Kind::kEvaluate:
        return Success();
      case TemplateOp::Kind::kStart:
        return tree.Start(op.node, false);
      case TemplateOp::Kind::kStartWhole:
        return tree.Start(op.node, true);
      case TemplateOp::Kind::kAddWhole:
        return AddRow(tree, op);
      case TemplateOp::Kind::kSetValue:
        return tree.SetValue(op.node, args.positional[0], op.span);
      case TemplateOp::Kind::kTextBegin:
        tree.strings().Begin();
        return Success();
      case TemplateOp::Kind::kTextLiteral:
        return tree.strings().Add(op.text);
      case TemplateOp::Kind::kTextValue:
        return tree.strings().AddValue(args.positional[0], op.span);
      case TemplateOp::Kind::kTextAsKey:
        return tree.SetKey(op.node, session_->interpreter->heap().NewString(tree.strings().End()), op.span);
      case TemplateOp::Kind::kTextAsValue:
        return tree.SetValue(op.node, session_->interpreter->heap().NewString(tree.strings().End()), op.span);
    }
    return Success();
  }

  Status Forget(starlark::Value value, source::Span at) override {
    const auto* replacement = value.AsHost<Replacement>();
    return replacement == nullptr ? Status(Success())
                                  : trees_.back()->ReplaceLast(replacement->content(), at);
  }
  Status BeginFunction(starlark::Interpreter&, std::string_view) override {
    Begin();
    return Success();
  }
  Outcome<starlark::Value> EndFunction(starlark::Interpreter&, bool failed) override {
    const std::unique_ptr<TreeBuilder> tree = End();
    if (!failed) {
      return tree->FinishFunction();
    }
    return tree->has_errors() ? Outcome<starlark::Value>(tree->TakeErrors()) : starlark::Value::None();
  }

  void Begin() {
    trees_.push_back(std::make_unique<TreeBuilder>(compiled_->table, *session_, compiled_->tree_options));
  }
  void BeginFile() {
    Begin();
    if (compiled_->form == Template::Form::kYaml) {
      trees_.back()->BeginFile();
    }
  }
  std::unique_ptr<TreeBuilder> End() {
    std::unique_ptr<TreeBuilder> tree = std::move(trees_.back());
    trees_.pop_back();
    return tree;
  }

 private:
  Annotation MakeAnnotation(const TemplateOp& op, const starlark::Args& args) const {
    Annotation annotation{op.text, op.name_span, op.span, {}};
    for (size_t i = 0; i < args.positional.size(); ++i) {
      annotation.arguments.push_back(
          {{}, args.positional[i], i < args.spans.size() ? args.spans[i] : op.span});
    }
    for (const starlark::KeywordArg& keyword : args.keywords) {
      annotation.arguments.push_back({session_->builder->arena().CopyText(keyword.name), keyword.value,
                                      keyword.span.has_value() ? keyword.span : op.span, keyword.name_span});
    }
    return annotation;
  }

  Status AddRow(TreeBuilder& tree, const TemplateOp& op) const {
    uint32_t node = op.node;
    for (uint32_t i = 0; i < op.count; ++i) {
      if (Status status = tree.AddUnchanged(node); !status) {
        return status;
      }
      node = compiled_->table.nodes[node].end;
    }
    return Success();
  }

  const Template* compiled_;
  const Session* session_;
  std::vector<std::unique_ptr<TreeBuilder>> trees_;
};

AnnotatedDocument Plain(const yaml::Document& document, const source::SourceFile& file,
                        value::Builder& builder) {
  const source::Span begin =
      document.marker.has_value() ? document.span : source::Span{file.base(), file.base()};
  AnnotatedDocument plain{builder.Null(document.marker), document.root, {begin.begin, document.span.end}};
  plain.may_be_suspicious = document.may_be_suspicious;
  return plain;
}

}  // namespace

bool HasTemplating(const yaml::File& file) {
  return std::ranges::any_of(file.comments, [&](const yaml::Comment& comment) {
    return !comment.is_hidden && file.source->Text(comment.span).substr(0, 2) == "#@";
  });
}

bool HasNoCode(const yaml::File& file) {
  constexpr std::string_view kLoad = "load(";
  for (const yaml::Comment& comment : file.comments) {
    const std::string_view text = file.source->Text(comment.span);
    const TemplateComment meta = ParseTemplateComment(comment.span, text);
    const bool is_code = meta.kind == TemplateCommentKind::kBare || meta.kind == TemplateCommentKind::kCode ||
                         meta.kind == TemplateCommentKind::kValue;
    if (is_code && !comment.is_hidden && !file.source->Text(meta.content).starts_with(kLoad)) {
      return false;
    }
  }
  return true;
}

Engine::Engine(const Session& session) : session_(session) {}
Engine::~Engine() = default;

const Template* Engine::Keep(std::unique_ptr<Template> compiled) {
  templates_.push_back(std::move(compiled));
  return templates_.back().get();
}

const Template* Engine::Compile(const yaml::File& file, const starlark::Environment& environment,
                                const TemplateOptions& options) {
  const bool is_invalid = std::any_of(file.documents.begin(), file.documents.end(),
                                      [](const yaml::Document& document) { return document.is_invalid; });
  if (is_invalid && !HasNoCode(file)) {
    return nullptr;
  }
  auto made = std::make_unique<Template>();
  made->name = file.source->name();
  if (!HasTemplating(file)) {
    for (const yaml::Document& document : file.documents) {
      made->plain_documents.push_back(Plain(document, *file.source, *session_.builder));
    }
    return Keep(std::move(made));
  }
  made->form = Template::Form::kYaml;
  made->tree_options.implicit_key_overrides = options.implicit_map_key_overrides;
  made->table = BuildNodeTable(file);
  if (options.implicit_map_key_overrides) {
    RemoveOverriddenEntries(made->table.nodes, made->table.repeated, *session_.builder);
  }
  ProgramText text;
  const bool is_good = WriteProgram(file, made->table, options, session_, text);
  made->ops = std::move(text.ops);
  if (text.is_code_complete) {
    made->program = session_.interpreter->Parse(made->name, text.segments, environment, *session_.emit,
                                                starlark::Interpreter::UndefinedNames::kRun);
  }
  if (!is_good || made->program == nullptr) {
    return nullptr;
  }
  made->host = std::make_unique<TemplateHost>(made.get(), &session_);
  return Keep(std::move(made));
}

const Template* Engine::CompileText(const source::SourceFile& file, const starlark::Environment& environment,
                                    const TemplateOptions& options) {
  auto made = std::make_unique<Template>();
  made->name = file.name();
  made->form = Template::Form::kText;
  made->tree_options = {options.implicit_map_key_overrides, true};
  ProgramText text;
  const bool is_good = WriteTextProgram(file, session_, text);
  made->ops = std::move(text.ops);
  if (!is_good) {
    return nullptr;
  }
  made->program = session_.interpreter->Parse(made->name, text.segments, environment, *session_.emit,
                                              starlark::Interpreter::UndefinedNames::kRun);
  if (made->program == nullptr) {
    return nullptr;
  }
  made->host = std::make_unique<TemplateHost>(made.get(), &session_);
  return Keep(std::move(made));
}

const Template* Engine::CompileCode(const source::SourceFile& file,
                                    const starlark::Environment& environment) {
  auto made = std::make_unique<Template>();
  made->name = file.name();
  made->form = Template::Form::kCode;
  const starlark::ProgramSegment segment = starlark::StarlarkCode{file.span()};
  made->program =
      session_.interpreter->Parse(made->name, std::span<const starlark::ProgramSegment>(&segment, 1),
                                  environment, *session_.emit, starlark::Interpreter::UndefinedNames::kRun);
  if (made->program == nullptr) {
    return nullptr;
  }
  if (const std::optional<source::Span> block = starlark::FindEmptyFirstBlock(*made->program)) {
    session_.emit->Report(*block, kEmptyFirst).Hint("write a statement into it, or one above it").Emit();
    return nullptr;
  }
  return Keep(std::move(made));
}

Output Engine::Run(const Template& compiled) {
  Output output;
  if (compiled.form == Template::Form::kPlain) {
    output.documents = compiled.plain_documents;
    output.ok = true;
    return output;
  }
  auto* host = static_cast<TemplateHost*>(compiled.host.get());
  if (host != nullptr) {
    host->BeginFile();
  }
  Outcome<starlark::Module*> globals = session_.interpreter->Run(*compiled.program, host);
  const std::unique_ptr<TreeBuilder> tree = host == nullptr ? nullptr : host->End();
  if (!globals) {
    starlark::Report(globals.error(), *session_.emit);
    if (tree != nullptr && tree->has_errors()) {
      starlark::Report(Status(tree->TakeErrors()).error(), *session_.emit);
    }
    return output;
  }
  if (starlark::Interpreter::HasUndefined(*compiled.program)) {
    if (tree != nullptr && tree->has_errors()) {
      starlark::Report(Status(tree->TakeErrors()).error(), *session_.emit);
    }
    return output;
  }
  output.globals = *globals;
  for (size_t i = 0; i < output.globals->size(); ++i) {
    starlark::FreezeDeep(output.globals->member(i));
  }
  if (compiled.form == Template::Form::kText) {
    output.text = tree->strings().TakeOutput();
  } else if (compiled.form == Template::Form::kYaml) {
    Outcome<std::vector<AnnotatedDocument>> documents = tree->FinishDocuments();
    if (!documents) {
      starlark::Report(documents.error(), *session_.emit);
      return output;
    }
    output.documents = std::move(*documents);
  }
  output.ok = true;
  return output;
}

}  // namespace kval::templating
