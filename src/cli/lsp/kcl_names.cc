#include "src/cli/lsp/kcl_names.h"

#include "src/lang/kcl/syntax/fields.h"
#include "src/support/native_stack.h"

namespace kval::cli {
namespace {

class NameVisitor {
 public:
  explicit NameVisitor(const std::function<void(const kcl::Name&)>& visit) : visit_(visit) {}

  template <typename T>
  void Visit(const T& field) {
    const auto visit = [&](const auto& inner) { Visit(inner); };
    if constexpr (std::is_same_v<T, kcl::Name>) {
      if (field.id >= 0) {
        visit_(field);
      }
    } else if constexpr (kcl::FieldList<T>) {
      for (const auto& item : field) {
        Visit(item);
      }
    } else if constexpr (std::is_pointer_v<T>) {
      NeedStack();
      if (field != nullptr) {
        Visit(*field);
      }
    } else if constexpr (kcl::BaseNode<T>) {
      kcl::WithNodeType(field, visit);
    } else if constexpr (std::is_same_v<T, kcl::ImportStmt>) {
      Visit(field.bound);
    } else if constexpr (std::is_same_v<T, kcl::Argument> || std::is_same_v<T, kcl::ProjectionExpr>) {
      Visit(field.value);
    } else if constexpr (kcl::HasFields<T>) {
      kcl::ForEachField(field, visit);
    }
  }

 private:
  const std::function<void(const kcl::Name&)>& visit_;
};

}  // namespace

void ForEachName(const kcl::FileAst& file, const std::function<void(const kcl::Name&)>& visit) {
  NameVisitor(visit).Visit(file.body);
}

}  // namespace kval::cli
