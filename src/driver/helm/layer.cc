#include "src/driver/helm/layer.h"

#include <optional>

#include "src/helm/user_values.h"
#include "src/support/native_stack.h"

namespace kval::driver {
namespace {

std::optional<helm::SetKind> SetKindOf(const FlagValue& flag) {
  switch (flag.kind) {
    case FlagKind::kSet:
      return helm::SetKind::kSet;
    case FlagKind::kSetString:
      return helm::SetKind::kString;
    case FlagKind::kSetJson:
      return helm::SetKind::kJson;
    case FlagKind::kSetLiteral:
      return helm::SetKind::kLiteral;
    case FlagKind::kValueFile:
      return flag.flag == "--set-file" ? std::optional(helm::SetKind::kFile) : std::nullopt;
    case FlagKind::kValuesFile:
    case FlagKind::kEnv:
    case FlagKind::kEnvYaml:
    case FlagKind::kValue:
    case FlagKind::kValueYaml:
      break;
  }
  return std::nullopt;
}

bool IsDeletion(const helm::TableValue& node) {
  const helm::TableValue* below = node.below;
  while (node.is_null() && below != nullptr && below->is_null()) {
    below = below->below;
  }
  return node.is_null() && below != nullptr;
}

void Delete(helm::Table& table) {
  NeedStack();
  std::vector<std::string_view> deleted;
  for (size_t i = 0; i < table.slot_count(); ++i) {
    const helm::TableEntry& slot = table.slot(i);
    if (slot.key != nullptr && IsDeletion(slot.node)) {
      deleted.push_back(slot.key->raw);
    } else if (slot.key != nullptr && slot.node.table != nullptr) {
      Delete(*slot.node.table);
    }
  }
  for (const std::string_view key : deleted) {
    table.Erase(key);
  }
}

}  // namespace

bool IsHelmFlag(const FlagValue& flag) {
  return SetKindOf(flag).has_value();
}

std::vector<helm::SetFlag> HelmFlagsOf(const DriverOptions& options) {
  std::vector<helm::SetFlag> flags;
  for (const FlagValue& flag : options.flags) {
    if (const std::optional<helm::SetKind> kind = SetKindOf(flag)) {
      flags.push_back({*kind, flag.text});
    }
  }
  return flags;
}

HelmLayer MergeHelmLayer(const Documents& documents, const DriverOptions& options, source::FileReader& reader,
                         Session& session) {
  helm::TableArena forest(&session.arena);
  helm::HelmContext context{reader, session.sources, session.arena, forest, session.emit, session.limits};
  context.version = options.helm_version;
  helm::UserInput input;
  input.strings = documents.helm_files;
  input.flags = HelmFlagsOf(options);
  HelmLayer made;
  made.strings = context.strings;
  const value::Value* root = nullptr;
  if (helm::Table* values = helm::ReadUserValues(input, context).table) {
    Delete(*values);
    root = forest.Freeze(forest.MakeNode(values));
  } else {
    root = session.build.MakeUnreadable(*session.build.Null({}));
  }
  if (!documents.helm_files.empty() && !root->span.has_value()) {
    const uint32_t begin = documents.helm_files.front()->base();
    root = session.build.WithSpan(*root, {begin, begin});
  }
  made.layer = {{root, root, root->span}, merge::Defaults::kPlain, std::nullopt, {}, {}, 0};
  return made;
}

}  // namespace kval::driver
