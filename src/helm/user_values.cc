#include "src/helm/user_values.h"

#include "src/diag/read_fault.h"
#include "src/helm/go_number.h"
#include "src/helm/outer_object.h"
#include "src/helm/remote.h"
#include "src/helm/values_text.h"
#include "src/support/native_stack.h"

namespace kval::helm {
namespace {

constexpr diag::Def<std::string_view> kNoValueFile{
    diag::Kind::kNotChecked, "the file of values {} is not in the chart's folder and is not read"};

constexpr SetKind kOrder[] = {SetKind::kJson, SetKind::kSet, SetKind::kString, SetKind::kFile,
                              SetKind::kLiteral};

class UserValues {
 public:
  UserValues(const UserInput& input, Context& context) : input_(input), context_(context) {}

  Table* Read() {
    Table* values = context_.forest.NewTable();
    for (const std::string& path : input_.files) {
      AddFile(path, *values);
    }
    for (const SetKind kind : kOrder) {
      for (const SetFlag& flag : input_.flags) {
        ok_ = (flag.kind != kind || ApplySet(flag, *values, context_)) && ok_;
      }
    }
    return ok_ ? values : nullptr;
  }

 private:
  void AddFile(const std::string& path, Table& values) {
    if (IsRemote(path)) {
      ReportRemote({}, path, context_.emit);
      ok_ = false;
      return;
    }
    const Result<const source::SourceFile*> file =
        context_.sources.Load(context_.reader, StandardInputOr(path));
    if (!file) {
      diag::ReportReadFault({}, file.failure(), context_.emit);
      ok_ = false;
      return;
    }
    // Whether the text can be another object at all is seen without reading it.
    const bool may_be_object = (*file)->text().find("argoproj.io/") != std::string_view::npos ||
                               (*file)->text().find("helm.toolkit.fluxcd.io/") != std::string_view::npos;
    if (!may_be_object || !AddObjects(**file, values)) {
      Merge(ReadValues(**file, Author::kUser, context_), values);
    }
  }

  void Merge(const Table* table, Table& values) {
    ok_ = ok_ && table != nullptr;
    if (table != nullptr) {
      MergeValues(values, *table, context_.forest);
    }
  }

  // The objects of a file that hold values; false when there is none.
  bool AddObjects(const source::SourceFile& file, Table& values) {
    const std::vector<const value::Value*> documents = ReadDocuments(file, context_);
    bool found = documents.empty();  // a fault, which was reported
    ok_ = ok_ && !documents.empty();
    for (const value::Value* document : documents) {
      if (IsOuterObject(*document)) {
        found = true;
        AddObject(*document, documents, file, values);
      }
    }
    return found;
  }

  void AddObject(const value::Value& object, const std::vector<const value::Value*>& documents,
                 const source::SourceFile& file, Table& values) {
    OuterObject outer;
    ok_ = ReadOuterObject(object, documents, file, context_, outer) && ok_;
    for (const value::Value* name : outer.value_files) {
      AddChartFile(FieldText(*name), name->span, values);
    }
    for (const value::Value* layer : outer.layers) {
      Merge(ValuesOf(*layer, "values", context_), values);
    }
    for (const SetFlag& flag : outer.flags) {
      ok_ = ApplySet(flag, values, context_) && ok_;
    }
  }

  // Argo CD looks for `valueFiles` in the chart's folder.
  void AddChartFile(const std::string& name, source::Span at, Table& values) {
    const std::string path = input_.chart + "/" + name;
    if (input_.chart.empty() || IsRemote(name) || context_.reader.KindOf(path) != source::PathKind::kFile) {
      context_.emit.Report(at, kNoValueFile, name).As(diag::Severity::kWarning).Emit();
      return;
    }
    const Result<const source::SourceFile*> file =
        context_.sources.LoadBelow(context_.reader, input_.chart, path);
    if (!file) {
      diag::ReportReadFault(at, file.failure(), context_.emit);
      ok_ = false;
      return;
    }
    Merge(ReadValues(**file, Author::kUser, context_), values);
  }

  const UserInput& input_;
  Context& context_;
  bool ok_ = true;
};

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
  return UserValues(input, context).Read();
}

}  // namespace kval::helm
