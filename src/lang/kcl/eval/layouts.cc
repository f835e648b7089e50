#include "src/lang/kcl/eval/layouts.h"

namespace kval::kcl::eval {

Layouts::Layouts(const Program& program)
    : program_(program), types_(program.schemas.size()), layouts_(program.schemas.size()) {
  for (const std::unique_ptr<kcl::Schema>& schema : program.schemas) {
    const Package& package = *program.packages[static_cast<size_t>(schema->package)];
    types_[static_cast<size_t>(schema->index)] = {program.ast.names.Text(schema->name), package.path,
                                                  schema.get()};
  }
}

void Layouts::MakeAll() {
  for (const std::unique_ptr<kcl::Schema>& schema : program_.schemas) {
    Of(*schema);
  }
}

std::unique_ptr<const Layout> Layouts::Make(const kcl::Schema& schema) const {
  std::unique_ptr<Layout> layout = MakeLayout(schema, program_.ast.names);
  layout->type = TypeOf(schema);
  return layout;
}

}  // namespace kval::kcl::eval
