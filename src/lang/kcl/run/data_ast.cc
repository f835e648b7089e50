#include "src/lang/kcl/run/data_ast.h"

#include <vector>

namespace kval::kcl::run {
namespace {

constexpr diag::Def<std::string_view> kBadKey{
    diag::Kind::kKclAttribute,
    "IllegalAttributeError: Failed to Load {}: a key of KCL data must be a string"};
constexpr diag::Def<std::string_view> kTooLarge{
    diag::Kind::kKclEvaluation,
    "EvaluationError: Failed to Load {}: an integer of KCL data must fit 64 bits"};

constexpr diag::Def<int64_t> kTooMany{diag::Kind::kLimitMemory,
                                      "the program and its data are too large: more than {} expressions"};

class DataBuilder {
 public:
  DataBuilder(AstContext& context, const Name& schema, std::string_view format, diag::Emitter& emitter)
      : context_(context), schema_(schema), format_(format), emitter_(emitter) {}

  const Expr* Root(const value::Value& data) {
    if (!schema_.symbol.has_value()) {
      return Node(data);
    }
    if (data.kind == value::Kind::kSequence) {
      std::vector<const Expr*> items;
      for (const value::Value* item : data.items()) {
        items.push_back(Root(*item));
      }
      return List(data, items);
    }
    return data.kind == value::Kind::kMapping ? Instance(data) : Node(data);
  }
  bool ok() const { return ok_; }

 private:
  template <typename T>
  T* New(const value::Value& data) {
    T* node = context_.arena.New<T>();
    node->kind = T::kKind;
    node->span = data.span;
    node->id = context_.next_id++;
    return node;
  }

  const Expr* Node(const value::Value& data);
  const Expr* Instance(const value::Value& data);
  const ConfigExpr* Config(const value::Value& data);
  const Expr* List(const value::Value& data, const std::vector<const Expr*>& items) {
    auto* list = New<ListExpr>(data);
    list->items = context_.arena.Copy(std::span<const Expr* const>(items));
    return list;
  }
  const Expr* Constant(const value::Value& data, kcl::Constant value) {
    auto* constant = New<ConstantExpr>(data);
    constant->value = value;
    return constant;
  }

  AstContext& context_;
  const Name& schema_;
  std::string_view format_;
  diag::Emitter& emitter_;
  bool ok_ = true;
  bool is_cut_ = false;  // whether this was reported
};

const ConfigExpr* DataBuilder::Config(const value::Value& data) {
  std::vector<ConfigEntry> entries;
  for (const value::Entry& source : data.entries()) {
    if (source.key->kind != value::Kind::kString) {
      emitter_.Report(source.key->span, kBadKey, format_).Emit();
      ok_ = false;
      continue;
    }
    KeyStep step;
    step.kind = KeyStepKind::kString;
    step.name = {context_.names.Intern(source.key->raw), source.key->span};
    ConfigEntry entry;
    entry.span = Cover(source.key->span, source.value->span);
    entry.key = context_.arena.Copy(std::span<const KeyStep>(&step, 1));
    entry.key_span = source.key->span;
    entry.op = EntryOp::kUnion;
    entry.value = Node(*source.value);
    entries.push_back(entry);
  }
  auto* config = New<ConfigExpr>(data);
  config->entries = context_.arena.Copy(std::span<const ConfigEntry>(entries));
  return config;
}

const Expr* DataBuilder::Instance(const value::Value& data) {
  auto* name = New<NameExpr>(data);
  name->name = {schema_.symbol, data.span, context_.next_name++};
  auto* init = New<SchemaInitExpr>(data);
  init->schema = name;
  init->config = Config(data);
  return init;
}

const Expr* DataBuilder::Node(const value::Value& data) {
  if (context_.next_id >= context_.most_ids) {
    if (!is_cut_) {
      emitter_.Report(data.span, kTooMany, context_.most_ids).Emit();
    }
    is_cut_ = true;
    ok_ = false;
    return nullptr;
  }
  switch (data.kind) {
    case value::Kind::kNull:
      return Constant(data, kcl::Constant::kNone);
    case value::Kind::kBool:
      return Constant(data, data.boolean ? kcl::Constant::kTrue : kcl::Constant::kFalse);
    case value::Kind::kInt: {
      if (data.is_unsigned) {
        emitter_.Report(data.span, kTooLarge, format_).Emit();
        ok_ = false;
      }
      auto* number = New<IntExpr>(data);
      number->value = data.integer;
      return number;
    }
    case value::Kind::kFloat: {
      auto* number = New<FloatExpr>(data);
      number->value = data.real;
      return number;
    }
    case value::Kind::kString: {
      auto* text = New<StringExpr>(data);
      text->value = context_.arena.CopyText(data.raw);
      return text;
    }
    case value::Kind::kSequence: {
      std::vector<const Expr*> items;
      for (const value::Value* item : data.items()) {
        items.push_back(Node(*item));
      }
      return List(data, items);
    }
    case value::Kind::kMapping:
      return Config(data);
  }
  return nullptr;
}

}  // namespace

const Expr* DataExpr(AstContext& context, const value::Value& data, const Name& schema,
                     std::string_view format, diag::Emitter& emitter) {
  DataBuilder builder(context, schema, format, emitter);
  const Expr* expr = builder.Root(data);
  return builder.ok() ? expr : nullptr;
}

}  // namespace kval::kcl::run
