#pragma once

#include <memory>
#include <vector>

#include "src/lang/kcl/eval/layout.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/lang/kcl/sema/program.h"

namespace kval::kcl::eval {

// The data shared by all evaluations of one program: schema types for values, and the layouts of instances. A
// layout is created on first use. Threads: once all are created (MakeAll), the object is immutable and may be
// shared. The program must outlive it.
class Layouts {
 public:
  explicit Layouts(const Program& program);
  Layouts(const Layouts&) = delete;
  Layouts& operator=(const Layouts&) = delete;

  const runtime::SchemaType* TypeOf(const kcl::Schema& schema) const {
    return &types_[static_cast<size_t>(schema.index)];
  }
  const Layout& Of(const kcl::Schema& schema) {
    std::unique_ptr<const Layout>& layout = layouts_[static_cast<size_t>(schema.index)];
    if (layout == nullptr) {
      layout = Make(schema);
    }
    return *layout;
  }
  void MakeAll();

 private:
  std::unique_ptr<const Layout> Make(const kcl::Schema& schema) const;

  const Program& program_;
  std::vector<runtime::SchemaType> types_;              // by the schemas' index
  std::vector<std::unique_ptr<const Layout>> layouts_;  // the same
};

}  // namespace kval::kcl::eval
