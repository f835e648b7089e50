#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/diag/path.h"
#include "src/support/edit_distance.h"
#include "src/support/keyed_hash.h"
#include "src/yaml/decode.h"
#include "src/yaml/document.h"
#include "src/yaml/duplicate_name_detector.h"
#include "src/yaml/mapping_keys.h"
#include "src/yaml/tags.h"
#include "src/yaml/unreadable_anchors.h"

namespace kval::yaml {

// The effect of a `<<` on the keys of its mapping.
enum class MergeKeys : uint8_t {
  kOwnWins,   // the mapping's own keys win at any position (YAML 1.1); of several merged mappings the first
  kLastWins,  // ytt (its go-yaml): the last entry of a key wins, at the place of the first; one mapping only
  kRepeats,   // ytt's templates: merged keys can be duplicates like any entry; one mapping only
};

// Events of one file to value trees: scalars resolved, aliases and `<<` expanded, duplicate keys found.
// One pass with an explicit stack, in one go or in as many as one likes.
class Composer {
 public:
  Composer(const source::SourceFile& source, EventStream& stream, const ReadOptions& options, Arena& arena,
           diag::Emitter& emit)
      : source_(source),
        stream_(stream),
        options_(options),
        arena_(arena),
        emit_(emit),
        size_of_any_(std::min(options.limits.key_size, options.limits.scalar_size)),
        unreadable_anchors_(source, stream.errors) {}

  // Consumes the remaining events before index `end`. Releases the memory of large numbers of consumed
  // events.
  void Take(size_t end);
  // Removes the events that were taken from the stream; their numbers go down by the result.
  size_t RemoveTaken();
  // Call before consuming events of a text with errors.
  void FindHiddenStrings();

  // The documents, and the position of each one's end event.
  std::vector<Document> TakeDocuments() { return std::move(documents_); }
  const std::vector<uint32_t>& document_ends() const { return document_ends_; }
  // Where the first document starts that is one too many; nothing is taken from there on.
  source::Span too_many_at() const { return too_many_at_; }
  // Returns the repeated keys of all documents, in order.
  std::vector<DuplicateKey> TakeRepeatedKeys();
  // The places of all aliases, in order.
  std::vector<source::Span> TakeAliases() { return std::move(aliases_); }

 private:
  struct Anchor {
    const value::Value* value = nullptr;  // null while its node is still open
    uint64_t size = 0;                    // nodes, aliases expanded
    uint64_t text = 0;                    // bytes of their scalars
    source::Span span;
  };
  // An open collection. Its children are on children_ from `first_child` on.
  struct OpenCollection {
    value::Value* node;
    size_t first_child;
    uint64_t size_before;
    uint64_t text_before;
    source::Span anchor;
    uint32_t end;
    bool is_replaced = false;  // by another program, as its tag says
  };

  void StartDocument(size_t index);
  void EndDocument(const Event& end);
  void Open(size_t index);
  void Close(const Event& end);
  void Complete(const value::Value* node, uint32_t end);
  const value::Value* Scalar(size_t index);
  std::string_view ContentOf(const Event& event);
  bool IsAtKey() const;  // whether the next node is a key
  // Whether a scalar may be that large; otherwise reports it, and the content is not validated.
  bool CheckSize(source::Span at, size_t size);
  // Returns the children of a mapping up to the limit on keys; reports if it is exceeded.
  std::span<const value::Value* const> WithinKeys(OpenCollection& frame,
                                                  std::span<const value::Value* const> children);
  void ReportAliasLimit(source::Span at, bool has_many_nodes);
  const value::Value* Alias(const Event& event);
  std::string HintForAnchor(std::string_view name);
  // compose_tags.cc
  static void Become(const value::Resolved& resolved, value::Value* node);
  void ResolveTagged(value::Value* node, const Event& event);
  // Returns whether another program replaces the collection.
  bool CheckTagOfCollection(const Event& event, value::Kind kind);
  // Reports a tag that is not YAML's own once per document; `full` includes the prefix. Returns whether the
  // tag means that another program replaces the node, which may then have any type and content.
  bool ReportForeignTag(const Event& event, std::string_view full);
  void MarkInvalid(value::Value* node);
  // compose_go.cc
  bool is_go() const;
  LastLine last_line() const;
  void CheckQuestionMark(const Event& event, value::Value* node);
  void CheckBareDocument(const Event& start);
  void CheckUnindentedScalar(const Event& event);
  bool IsKeyMissing(const value::Value& key) const;
  void ReportMissingKey(OpenCollection& frame, const value::Value& key);
  void CheckKeyOnOneLine(OpenCollection& frame, const value::Value& key);
  void CheckTimestamp(const Event& event, value::Value* node);
  void WarnOfAmbiguity(const Event& event, value::Value& node);
  struct Filling;
  MergeKeys merges() const;
  bool ArePlainKeys(std::span<const value::Value* const> children);
  void FillMapping(OpenCollection& frame, std::span<const value::Value* const> children);
  void AddOwnKey(Filling& filling, const value::Value& key, const value::Value& value);
  void MergeInOrder(Filling& filling, const value::Value& source);
  void MergeUnderOwnKeys(Filling& filling);
  void ReportTemplateMark(OpenCollection& frame, const value::Value& key);
  void ReportBadMerge(const value::Value& source);
  bool IsMergeKey(const value::Value& key) const;
  const value::Value* AsPart(const value::Value& value);
  void AddMerged(const value::Value& source, std::vector<value::Entry>* entries, MappingKeys* keys);
  void AddMergedMapping(const value::Value& mapping, std::vector<value::Entry>* entries, MappingKeys* keys);
  // `bare`: the key without a value before the repeated keys; null: none.
  void ReportDuplicate(const value::Value& first, const value::Value& second, size_t first_child,
                       const value::Value* bare);
  // The duplicate keys are `-name`: items without a space.
  void ReportGluedItems(Filling& filling, size_t first);
  // The path of a key in the collection that ended last, whose children start at `first_child`; empty if the
  // collection is itself a key.
  diag::Path PathOf(const value::Value& key, size_t first_child) const;
  void DefineAnchor(source::Span anchor, const value::Value* value, uint64_t size, uint64_t text);
  // Whether another node took the name since.
  bool IsRedefined(source::Span anchor) const;
  bool HasErrorIn(source::Span span) const;
  value::Value* NewNode(value::Kind kind, const Event& event);

  const source::SourceFile& source_;
  EventStream& stream_;
  const ReadOptions& options_;
  Arena& arena_;
  diag::Emitter& emit_;
  const uint64_t size_of_any_;  // scalars up to this size are always permitted
  TextMap<std::string_view, Anchor> anchors_;
  std::vector<OpenCollection> frames_;
  std::vector<const value::Value*> children_;
  const value::Value* root_ = nullptr;
  uint32_t root_end_ = 0;
  uint64_t size_ = 0;         // nodes so far, aliases expanded
  uint64_t text_ = 0;         // bytes of their scalars
  uint64_t alias_text_ = 0;   // the part of it that aliases added
  uint64_t alias_nodes_ = 0;  // the part of it that aliases added
  std::vector<DuplicateKey> repeated_keys_;
  std::vector<source::Span> aliases_;
  TagPrefixes tag_prefixes_;                          // of the document
  std::set<std::string, std::less<>> reported_tags_;  // of the document
  std::vector<Document> documents_;
  std::vector<uint32_t> document_ends_;
  source::Span too_many_at_;
  std::vector<value::Value*> encrypted_;  // scalars of the document in the form of SOPS
  bool has_encrypted_ = false;            // a document before
  source::Span end_mark_;                 // the `...` of the document that was read last
  bool has_content_ = false;              // the current document has its own start event
  size_t next_ = 0;                       // the event to be taken
  size_t forgotten_ = 0;                  // the events before have gone
  std::vector<uint32_t> error_places_;    // for errors inside scalars
  UnreadableAnchors unreadable_anchors_;  // of the document
  SuggestionBudget suggestions_;
  bool alias_limit_hit_ = false;
  bool found_error_ = false;       // in the document
  bool found_suspicious_ = false;  // in it: a scalar that may be odd
  uint64_t duplicate_count_ = 0;
  std::string scratch_;
  DuplicateNameDetector names_;        // of the mapping that ends
  std::vector<value::Entry> entries_;  // and its entries
};

}  // namespace kval::yaml
