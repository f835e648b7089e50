#include "src/helm/user_values.h"

#include "src/diag/read_fault.h"
#include "src/helm/remote.h"
#include "src/helm/values_text.h"
#include "src/support/native_stack.h"

namespace kval::helm {
namespace {

constexpr SetKind kOrder[] = {SetKind::kJson, SetKind::kSet, SetKind::kString, SetKind::kFile,
                              SetKind::kLiteral};

Table* ReadValuesFile(const std::string& path, Context& context) {
  if (IsRemote(path)) {
    ReportRemote({}, path, context.emit);
    return nullptr;
  }
  const Result<const source::SourceFile*> file = context.sources.Load(context.reader, StandardInputOr(path));
  if (!file) {
    diag::ReportReadFault({}, file.failure(), context.emit);
    return nullptr;
  }
  return ReadValues(**file, Author::kUser, context);
}

}  // namespace

void MergeValues(Table& base, const Table& over, Forest& forest) {
  NeedStack();
  for (size_t i = 0; i < over.slot_count(); ++i) {
    const Slot& slot = over.slot(i);
    if (slot.key == nullptr) {
      continue;
    }
    const Node* below = base.Find(slot.key->raw);
    if (below != nullptr && below->table != nullptr && slot.node.table != nullptr) {
      MergeValues(*below->table, *slot.node.table, forest);
      const Node merged = forest.NodeOf(below->table, slot.node.written);
      base.Set(*slot.key, merged);
    } else {
      base.Set(*slot.key, below == nullptr ? slot.node : forest.Over(slot.node, *below));
    }
  }
}

Table* ReadUserValues(const UserInput& input, Context& context) {
  Table* values = context.forest.NewTable();
  bool ok = true;
  for (const std::string& path : input.files) {
    const Table* file = ReadValuesFile(path, context);
    ok = ok && file != nullptr;
    if (file != nullptr) {
      MergeValues(*values, *file, context.forest);
    }
  }
  for (const SetKind kind : kOrder) {
    for (const SetFlag& flag : input.flags) {
      if (flag.kind == kind) {
        ok = ApplySet(flag, *values, context) && ok;
      }
    }
  }
  return ok ? values : nullptr;
}

}  // namespace kval::helm
