#include "src/findings/misplaced_block.h"

#include <algorithm>
#include <optional>
#include <variant>

#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/findings/key_suggestion.h"

namespace kval::findings {
namespace {

constexpr size_t kMostHolders = 3;  // more of them, and which is missing is a guess

size_t CountOf(const types::Model& model, const types::Record& record,
               const std::vector<const value::Value*>& keys, size_t most) {
  const auto end = keys.begin() + static_cast<ptrdiff_t>(std::min(most, keys.size()));
  return static_cast<size_t>(std::count_if(keys.begin(), end, [&](const value::Value* key) {
    return check::FieldOf(model, record, *key) != nullptr;
  }));
}

// The fields of `outer` whose maps declare most of the keys, and at least two.
std::vector<const types::Field*> HoldersIn(const types::Model& model, const types::Record& outer,
                                           const std::vector<const value::Value*>& keys) {
  std::vector<const types::Field*> best;
  size_t most = 1;
  for (const types::Field& field : outer.fields) {
    const types::Record* inner =
        field.key->kind == value::Kind::kString ? check::OnlyRecord(model, field.type) : nullptr;
    const size_t count =
        inner == nullptr ? 0 : CountOf(model, *inner, keys, MisplacedBlock::kMaxLookedUpKeys);
    if (count > most) {
      best.clear();
      most = count;
    }
    if (count == most && count > 1) {
      best.push_back(&field);
    }
  }
  return best;
}

}  // namespace

void MisplacedBlock::Search(const types::Model& model, const types::Record& record, const diag::Path& path,
                            std::optional<types::TypeId> root,
                            const std::vector<const value::Value*>& unknown) {
  was_searched_ = true;
  if (unknown.size() < 2) {
    return;
  }
  const std::vector<const types::Record*> records = EnclosingRecords(model, root, record, path);
  diag::Path above = path;
  for (size_t i = records.size(); i-- > 0;) {
    const std::vector<const types::Field*> fields = HoldersIn(model, *records[i], unknown);
    if (!fields.empty() && fields.size() <= kMostHolders) {
      const types::Field* const field = fields.front();
      inner_ = check::OnlyRecord(model, field->type);
      count_ = CountOf(model, *inner_, unknown, unknown.size());
      const auto own = std::find_if(unknown.begin(), unknown.end(), [&](const value::Value* key) {
        return check::KeyName(*key) == field->key->raw;
      });
      holder_key_ = own == unknown.end() ? nullptr : *own;
      for (const types::Field* each : fields) {
        diag::Path holder = above;
        holder.push_back(check::StepOf(*each->key));
        holder_ += (holder_.empty() ? "" : "` or `") + diag::Display(holder);
      }
      return;
    }
    while (!above.empty() && above.back().index >= 0) {
      above.pop_back();
    }
    if (!above.empty()) {
      above.pop_back();
    }
  }
}

const types::Field* MisplacedBlock::Find(const types::Model& model, const value::Value& key) const {
  return inner_ == nullptr ? nullptr : check::FieldOf(model, *inner_, key);
}

}  // namespace kval::findings
