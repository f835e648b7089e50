#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/catalog/catalog.h"
#include "schemas/json_schema/uri.h"
#include "src/cli/lsp/code_actions.h"
#include "src/cli/lsp/open_document.h"
#include "src/driver/schemas/schema_modeline.h"
#include "src/lsp/code_actions.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"
#include "src/vendor/lock_file.h"
#include "src/vendor/schema_address.h"
#include "src/vendor/vendored_schemas.h"

namespace kval::cli {
namespace {

// The path of a file relative to a directory; both are absolute.
std::string RelativePath(std::string_view path, std::string_view directory) {
  std::string up;
  while (!(directory.empty() ||
           (path.starts_with(directory) && path.substr(directory.size()).starts_with('/')))) {
    directory = directory.substr(0, std::min(directory.rfind('/'), directory.size()));
    up += "../";
  }
  return up + std::string(path.substr(directory.size() + 1));
}

class Pinning {
 public:
  Pinning(const ActionRequest& request, lsp::ByteRange place, std::string address)
      : request_(request),
        document_(request.opened, request.query.path, request.environment),
        place_(place),
        address_(std::move(address)) {}

  std::optional<lsp::OfferedAction> Find() {
    if (!document_.EnterDocumentDirectory()) {
      return std::nullopt;
    }
    const std::string whole(schemas::json_schema::WithoutFragment(address_));
    const std::string vendored = vendor::VendoredSchemas(disk_).PathOf(whole);
    if (vendored != whole) {
      return PinTo(Absolute(vendored), {});
    }
    const schemas::catalog::BuiltinSchema* builtin = schemas::catalog::FindByAddress(whole);
    if (builtin != nullptr && request_.query.can_create_files) {
      const std::string path = vendor::FindRepositoryRoot(disk_) + std::string(vendor::kDirectory) + "/" +
                               vendor::FileOfAddress(whole, true);
      return PinTo(Absolute(path), schemas::catalog::TextOf(*builtin));
    }
    if (builtin == nullptr && request_.query.can_vendor && vendor::RefusalOf(whole).empty()) {
      lsp::OfferedAction action{"Copy the schema into the repository with `kval vendor`", lsp::kRewrite, {}};
      action.command = "kval.vendor";
      action.argument = request_.query.uri;
      return action;
    }
    return std::nullopt;
  }

 private:
  std::string Absolute(const std::string& path) const {
    return LexicallyNormal(document_.environment().directory + "/" + path);
  }

  // `content`: of the file, which does not exist yet; empty: it does.
  lsp::OfferedAction PinTo(const std::string& path, const std::string& content) {
    const std::string local = RelativePath(path, GetDirectory(request_.query.path));
    lsp::OfferedAction action{"Pin the schema to `" + local + "`", lsp::kRewrite, {}};
    if (!content.empty() && disk_.KindOf(path) == source::PathKind::kMissing) {
      action.files.push_back(request_.EditsOf(path, ""));
      action.files.back().is_new = true;
      action.files.back().edits.push_back({{0, 0}, content});
    }
    action.files.push_back(request_.EditsOf(request_.query.path, request_.text));
    action.files.back().edits.push_back({place_, local});
    return action;
  }

  const ActionRequest& request_;
  OpenDocument document_;
  source::DiskFileReader disk_;
  lsp::ByteRange place_;  // of the address in the document
  std::string address_;
};

}  // namespace

void AddPinnedSchema(const ActionRequest& request, std::vector<lsp::OfferedAction>& actions) {
  if (!request.Wants(lsp::kRewrite)) {
    return;
  }
  source::SourceMap sources;
  const source::SourceFile& file = sources.AddText("", request.text);
  const std::optional<driver::SchemaModeline> named = driver::FindSchemaModeline(file);
  if (!named || !vendor::IsAddress(named->name)) {
    return;
  }
  const size_t begin = named->at.begin - file.base() + file.mark_size();
  const size_t line = request.text.rfind('\n', begin);
  const lsp::ByteRange around{line == std::string::npos ? 0 : line + 1,
                              std::min(request.text.find('\n', begin), request.text.size())};
  if (!around.Contains(request.selection)) {
    return;
  }
  if (std::optional<lsp::OfferedAction> action =
          Pinning(request, {begin, begin + named->name.size()}, std::string(named->name)).Find()) {
    actions.push_back(*std::move(action));
  }
}

}  // namespace kval::cli
