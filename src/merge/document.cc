// Overlaying sets of documents.

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "src/merge/merger.h"
#include "src/support/substitute.h"

namespace kval::merge {

void Merger::ApplySet(std::vector<Document>& documents, const std::vector<Document>& overlays) {
  for (const Document& overlay : overlays) {
    const Frame frame = DocumentFrame(overlay.node, *overlay.root, overlay.span);
    if (frame.op != nullptr && frame.op->is_faulty) {
      ok_ = false;
      continue;
    }
    MergeDocument(documents, frame, overlay);
  }
}

std::optional<Places> Merger::FindDocuments(const std::vector<Document>& documents, const Frame& frame) {
  const bool has_predicate = frame.op != nullptr && (std::holds_alternative<const Matcher*>(frame.op->by) ||
                                                     std::holds_alternative<ByIndex>(frame.op->by));
  if (!has_predicate) {
    Bad(frame, "a document of an overlay needs `@overlay/match by=` with a function",
        "say which documents it applies to: by=overlay.all, by=overlay.subset({\"kind\": \"Deployment\"})");
    return std::nullopt;
  }
  Places found;
  for (size_t i = 0; i < documents.size(); ++i) {
    const std::optional<bool> matches = Asks(frame, {i, nullptr, documents[i].root});
    if (!matches) {
      return std::nullopt;
    }
    if (*matches) {
      found.Add(i);
    }
  }
  return found;
}

void Merger::MergeDocument(std::vector<Document>& documents, const Frame& frame, const Document& overlay) {
  const Action action = frame.op == nullptr ? Action::kMerge : frame.op->action;
  if (action == Action::kAppend) {
    Document added = overlay;
    added.group = documents.empty() ? 0 : documents.back().group;
    documents.push_back(added);
    return;
  }
  const std::optional<Places> found = FindDocuments(documents, frame);
  if (!found) {
    return;
  }
  const auto span_of = [&documents](size_t position) { return documents[position].span; };
  if (MayUse(*found, frame, nullptr, span_of)) {
    ApplyToDocuments(documents, action, frame, overlay, found->all());
  }
}

void Merger::ApplyToDocuments(std::vector<Document>& documents, Action action, const Frame& frame,
                              const Document& overlay, std::span<const size_t> found) {
  switch (action) {
    case Action::kMerge:
      for (const size_t position : found) {
        Document& left = documents[position];
        if (const value::Value* merged = Merge(*left.root, frame); merged != nullptr) {
          left.root = merged;
        }
      }
      return;
    case Action::kReplace:
      for (const size_t position : found) {
        Document& left = documents[position];
        if (const value::Value* made = Replacement(left.root, frame); made != nullptr) {
          left = {overlay.node, made, overlay.span, left.group};
        }
      }
      if (found.empty() && frame.op->or_add) {
        if (const value::Value* made = Replacement(nullptr, frame); made != nullptr) {
          documents.push_back(
              {overlay.node, made, overlay.span, documents.empty() ? 0 : documents.back().group});
        }
      }
      return;
    case Action::kRemove:
      for (const size_t position : found) {
        documents[position].root = nullptr;
      }
      std::erase_if(documents, [](const Document& document) { return document.root == nullptr; });
      return;
    case Action::kInsert:
      InsertDocuments(documents, frame, overlay, found);
      return;
    case Action::kAssert:
      for (const size_t position : found) {
        Document& left = documents[position];
        if (!Holds(*left.root, frame) || !frame.value->is_collection()) {
          continue;
        }
        if (const value::Value* merged = Merge(*left.root, frame); merged != nullptr) {
          left.root = merged;
        }
      }
      return;
    case Action::kAppend:
      return;
  }
}

void Merger::InsertDocuments(std::vector<Document>& documents, const Frame& frame, const Document& overlay,
                             std::span<const size_t> found) {
  std::vector<Document> all;
  all.reserve(documents.size() + found.size());
  size_t next = 0;
  for (size_t i = 0; i < documents.size(); ++i) {
    if (next == found.size() || found[next] != i) {
      all.push_back(documents[i]);
      continue;
    }
    ++next;
    const value::Value* made =
        frame.op->transform == nullptr ? frame.value : Transformed(documents[i].root, frame);
    if (made == nullptr) {
      return;
    }
    const Document inserted{overlay.node, made, overlay.span, documents[i].group};
    if (frame.op->before) {
      all.push_back(inserted);
    }
    all.push_back(documents[i]);
    if (frame.op->after) {
      all.push_back(inserted);
    }
  }
  documents = std::move(all);
}

}  // namespace kval::merge
