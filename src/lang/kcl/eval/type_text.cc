#include "src/lang/kcl/eval/type_text.h"

#include "src/lang/kcl/runtime/text.h"
#include "src/lang/kcl/sema/type_text.h"

namespace kval::kcl::eval {
namespace {

constexpr int kMaxDepth = 50;

class Writer {
 public:
  explicit Writer(const Program& program) : program_(program) {}

  void Write(const Type* type) {
    if (type == nullptr || depth_ > kMaxDepth) {
      out_ += "any";
      return;
    }
    ++depth_;
    WriteKind(*type);
    --depth_;
  }
  std::string Take() { return std::move(out_); }

 private:
  void WriteKind(const Type& type);
  // `[]` and `{str:}` are how KCL writes collections of anything.
  void WriteUnlessAny(const Type* type) {
    if (type != nullptr && type->kind != TypeKind::kAny) {
      Write(type);
    }
  }
  void WriteFunction(const FunctionType* function) {
    out_ += '(';
    for (size_t i = 0; function != nullptr && i < function->params.size(); ++i) {
      out_ += i == 0 ? "" : ", ";
      Write(function->params[i].type);
    }
    out_ += ") -> ";
    Write(function == nullptr ? nullptr : function->result);
  }
  void WriteSchema(const kcl::Schema* schema) {
    if (schema == nullptr) {
      return;
    }
    if (schema->package > 0) {
      out_ += program_.packages[static_cast<size_t>(schema->package)]->path + ".";
    }
    out_ += program_.ast.names.Text(schema->name);
  }

  const Program& program_;
  std::string out_;
  int depth_ = 0;
};

void Writer::WriteKind(const Type& type) {
  switch (type.kind) {
    case TypeKind::kInvalid:
    case TypeKind::kAny:
    case TypeKind::kNone:
    case TypeKind::kBool:
    case TypeKind::kInt:
    case TypeKind::kFloat:
    case TypeKind::kStr:
      out_ += PlainName(type.kind);
      return;
    case TypeKind::kBoolLiteral:
      out_ += type.bool_value ? "True" : "False";
      return;
    case TypeKind::kIntLiteral:
      out_ += std::to_string(type.int_value);
      return;
    case TypeKind::kFloatLiteral:
      out_ += runtime::FloatText(type.float_value);
      return;
    case TypeKind::kStrLiteral:
      out_ += '"';
      out_ += type.text;
      out_ += '"';
      return;
    case TypeKind::kNumberMultiplier:
      out_ += "units.NumberMultiplier";
      return;
    case TypeKind::kNumberMultiplierLiteral:
      out_ += std::to_string(type.int_value);
      out_ += EntryOf(type.unit).suffix;
      return;
    case TypeKind::kList:
      out_ += '[';
      WriteUnlessAny(type.element);
      out_ += ']';
      return;
    case TypeKind::kDict:
      out_ += '{';
      WriteUnlessAny(type.key);
      out_ += ':';
      WriteUnlessAny(type.element);
      out_ += '}';
      return;
    case TypeKind::kSchema:
    case TypeKind::kSchemaType:
      WriteSchema(type.schema);
      return;
    case TypeKind::kUnion:
      for (size_t i = 0; i < type.members.size(); ++i) {
        out_ += i == 0 ? "" : " | ";
        Write(type.members[i]);
      }
      return;
    case TypeKind::kFunction:
      WriteFunction(type.function);
      return;
    case TypeKind::kModule:
      out_ += "module";
      return;
  }
}

}  // namespace

std::string TypeText(const Type& type, const Program& program) {
  Writer writer(program);
  writer.Write(&type);
  return writer.Take();
}

}  // namespace kval::kcl::eval
