#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/yaml/directives.h"
#include "src/yaml/incremental.h"
#include "src/yaml/inline_value.h"
#include "src/yaml/lookahead.h"
#include "src/yaml/reader.h"
#include "src/yaml/scalars.h"
#include "src/yaml/scanner.h"
#include "src/yaml/simple_entries.h"

namespace kval::yaml {

// The structure of the text: documents, collections, properties, and recovery from errors.
//
// An automaton with an explicit stack. Each step reads one node or, when a node is complete, what its parent
// expects next, and determines the next step. Split over documents.cc, block.cc, plain_entries.cc (simple
// block entries), flow.cc, nodes.cc (properties, scalars); and for errors: indentation.cc, misplaced.cc
// (lines of an inner block), dashes.cc (surplus or missing dashes), value_on_line.cc, half_typed.cc (entries
// without a colon), left_open.cc (unclosed brackets, quotes and dashes), foreign.cc (templates) and
// recovery.cc.
class Parser {
 public:
  // `takes_json_stream`: see json_stream.h. `taker`: see incremental.h.
  Parser(const source::SourceFile& file, const Limits& limits, EventStream* out, bool takes_json_stream,
         const Taker* taker = nullptr)
      : scanner_(file, out),
        limits_(limits),
        takes_json_stream_(takes_json_stream),
        taker_(takes_json_stream ? nullptr : taker),
        out_(*out) {}
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  void Run();

 private:
  class DashRecovery;    // dashes.h: too many, too few
  class IndentRecovery;  // misplaced.h: lines of a block with more indentation
  enum class Step : uint8_t {
    kNode,   // read the node that request_ describes
    kDone,   // a node is complete: let its parent go on
    kError,  // reported; structure is lost
  };
  enum class FrameKind : uint8_t { kBlockMapping, kBlockSequence, kFlowMapping, kFlowSequence, kFlowPair };
  // The part that was requested last, which is complete when a node ends.
  enum class Part : uint8_t { kKey, kExplicitKey, kValue, kItem };

  using Properties = NodeProperties;
  static constexpr int kColumnsKnown = 64;
  // An open collection.
  struct Frame {
    Frame(FrameKind its_kind, Part its_part, source::Span its_begin)
        : kind(its_kind), part(its_part), begin(its_begin) {}

    FrameKind kind;
    Part part;
    int column = 0;               // of a block collection's entries
    int misindented_column = -1;  // of those that were found where they fit nothing
    int entry_column = 0;         // of the entry that is being read, at least `column`
    uint32_t entries = 0;
    source::Span begin;                // the bracket, or the place of the first entry
    size_t opened_at = 0;              // a flow collection's first event
    size_t requested_at = 0;           // the number of events when `part` was requested
    const char* entry = nullptr;       // where a flow item began
    const char* entry_line = nullptr;  // and its line
    bool in_mapping = false;           // a block sequence that is not indented below its key
    bool is_misindented_item = false;  // the current item is in a column that fits nothing
    bool is_doubtful = false;          // the first line may be in a wrong column
    uint64_t ended_columns = 0;        // of the collections that ended with the value of an entry, as bits
    uint64_t ended_before = 0;         // and with that of the entry above it
    uint32_t ended_entries = 0;        // the number of that entry
    uint32_t ended_size = 0;           // how many entries or items its value had
    bool may_be_item = false;          // the first line of this mapping may lack its dash; that was reported
    value::Recovery gap = value::Recovery::kNone;

    // Records that the value of the current entry ends with that collection.
    void RecordEnd(const Frame& value) {
      const uint64_t own = value.column < kColumnsKnown ? uint64_t{1} << value.column : 0;
      ended_before = ended_entries + 1 == entries ? ended_columns : 0;
      ended_columns = own | (value.ended_entries == value.entries ? value.ended_columns : 0);
      ended_entries = entries;
      ended_size = value.entries;
    }
    // Whether the entry above the last one ended collections, one of them in that column.
    bool EndedIn(int at) const {
      const uint64_t ended = entries == ended_entries + 1 ? ended_columns
                             : entries == ended_entries   ? ended_before
                                                          : 0;
      return at < kColumnsKnown && (ended >> at & 1) != 0;
    }
  };
  // Context of the block node to read next.
  struct NodeRequest {
    int parent_indent = -1;
    bool allows_compact = false;    // a block collection may start on this line
    bool is_mapping_value = false;  // a block sequence may start at the parent's indentation
  };
  // A node in block context while it may still turn out to be a key.
  struct KeyCandidate {
    Properties outer;  // on a line before: they belong to a mapping that starts with this key
    const char* begin = nullptr;
    const char* line = nullptr;
    size_t event = 0;
    int column = 0;
    bool may_start_mapping = false;
    bool has_tab = false;       // a tab is where a mapping's indentation would be
    bool is_entry_key = false;  // the key of an entry of an open mapping
    bool is_guess = false;      // the entry is in a column that fits nothing
  };

  // documents.cc
  bool ReadDocument();
  void FinishDocumentEnd();
  void ReadContent();
  Step Continue();
  bool HasManyEvents() const { return taker_ != nullptr && out_.events.size() >= kManyEvents; }
  void GiveEvents();

  // block.cc
  Step ReadBlockNode();
  Step StartBlockCollection(const Properties& properties, bool new_line, bool has_tab);
  Step ContinueBlockMapping();
  Step ContinueBlockSequence();
  Step ReadMappingEntry();
  Step ReadMappingValue();
  Step ReadKeyOrNode(const KeyCandidate& candidate, const Properties& inner, int parent_indent);
  Step FinishCandidate(const KeyCandidate& candidate, bool is_one_line);
  bool StartMappingWith(const KeyCandidate& candidate);
  Step RequestMappingValue();
  Step ReadSequenceItem();
  Step OpenBlock(FrameKind kind, Part part, int column, source::Span begin, const Properties& properties);
  Step CloseBlock();
  bool FinishLine();

  // plain_entries.cc
  bool TakePlainEntries(std::optional<SimpleEntry> entry);
  Step StartPlainMapping(const SimpleEntry& entry, const Properties& properties);

  // indentation.cc
  Step ReportTab();
  Step TabInBlock();
  Step TabAtFirstEntry(const KeyCandidate& candidate);
  Step ItemAmongEntries();
  Step ItemOfOuter();
  Step BadIndentation();
  std::optional<Step> ReadAfterEmptyValue();
  Step ReadMisindentedLine();
  bool IsFirstLineMisindented(int column, size_t depth) const;
  source::Span GetPrecedingEntry(int column, bool* was_reported = nullptr);
  bool IsOfOuter(int column, std::string_view text) const;
  Step EntryOfOuter();
  void ReportMisindentedFirstLine(int column);
  bool IsFirstLineOutdented(int column, size_t key) const;
  bool IndentFirstLine(int column, size_t key_event);
  Step ReportMisindentedLine();

  // half_typed.cc
  bool IsBelowBareKey(const KeyCandidate& candidate) const;
  Step StrayLine(const KeyCandidate& candidate, const char* line_end, bool is_template);
  bool PrecedesEntries(const KeyCandidate& candidate) const;
  Step SkipBeforeEntries(const KeyCandidate& candidate);
  Step MissingColon(const KeyCandidate& candidate);
  bool IsUnindentedText() const;
  Step UnindentedText();
  bool IsIncompleteEntry(const KeyCandidate& candidate) const;
  Step RecoverIncompleteEntry(const KeyCandidate& candidate);
  Step EntryInString(const KeyCandidate& candidate, const Properties& inner);
  Step RecoverEntryAfterValue(const KeyCandidate& candidate, const Properties& inner, const char* entry);
  bool ReportGluedItem(const char* line);
  bool ReportEntryInString(const KeyCandidate& candidate, const char* entry, const char* end);
  Step RecoverMissingColon(const KeyCandidate& candidate);

  // left_open.cc
  bool MayRewind() const;
  bool IsUnclosed() const;
  Step RecoverUnclosed(bool is_whole);
  bool HasUnclosedQuote(const KeyCandidate& candidate, ScanResult result) const;
  Step SkipOpenQuote(const KeyCandidate& candidate);
  bool IsStrayItem() const;
  Step SkipStrayItem();
  bool ContinuesOnNextLine(const NextLine& next, int parent_indent) const;
  void RewindEvents(size_t first, const char* line);

  // foreign.cc
  Step TemplateInBlock(const KeyCandidate& candidate);
  Step TemplateInFlow(const Properties& properties);

  // flow.cc
  Step OpenFlow(const Properties& properties);
  Step CloseFlow();
  Step ReadFlowNode();
  Step ReadFlowItem();
  Step ReadFlowEntry();
  Step ReadFlowValue();
  Step ContinueFlowSequence();
  // Reads the value after a key in brackets. Nullopt: it has no value.
  std::optional<Step> ReadValueOfFlowKey();
  Step ContinueFlowMapping();
  Step ContinueFlowPair();
  Step NextFlowItem();
  bool SkipInFlow();
  bool AtFlowValueMark(bool after_json_key) const;
  bool LastNodeIsJson() const;
  Step ReportFlowError(std::string message, std::string hint);
  bool IsProbablyUnclosed() const;
  Step UnclosedFlow();

  // nodes.cc
  enum class PropertyResult : uint8_t { kNone, kTaken, kError };
  PropertyResult TakeProperty(Properties* properties, bool in_flow);
  bool CheckTag(source::Span tag);
  bool Merge(const Properties& inner, Properties* outer);
  void Push(EventKind kind, source::Span span, const Properties& properties, value::Style style);
  void TakeNextRecovery();
  void PushAbsent(const Properties& properties, const char* at);
  ScanResult PushScalar(const Properties& properties, const ScalarContext& context);
  bool PushAlias(const Properties& properties);
  Step PushBlockScalar(const Properties& properties, int parent_indent);
  Step ReportScalarError(ScanResult result, const char* begin, const char* line);
  Step RequestNode(Part part, NodeRequest request);
  Step RequestFlowNode(Part part);
  // Opens a collection. Returns null beyond the depth limit, which is reported. The frame does not move.
  Frame* PushFrame(FrameKind kind, Part part, source::Span begin);

  // recovery.cc
  Step Fail(SyntaxError error);
  void Report(SyntaxError error);
  bool Recover();
  bool Rewind(const char* line);
  bool FindResumption();
  bool CompleteEntry(const Frame& frame);
  void MarkLast(value::Recovery of_scalar);
  void CompleteCollection();
  void CloseFrame();
  void CloseAllFrames();
  void SkipToNextDocument();

  bool AtDash() const { return scanner_.Peek() == '-' && IsSpaceOrBreak(scanner_.Peek(1)); }
  bool AtQuestion() const { return scanner_.Peek() == '?' && IsSpaceOrBreak(scanner_.Peek(1)); }
  bool AtColon() const { return scanner_.Peek() == ':' && IsSpaceOrBreak(scanner_.Peek(1)); }
  bool AtContentEnd() const { return scanner_.AtEnd() || scanner_.AtDocumentMark(); }
  bool InFlow() const { return !frames_.empty() && frames_.back().kind >= FrameKind::kFlowMapping; }
  // The likely indentation of each mapping level.
  int IndentStep() const { return indent_step_ > 0 ? indent_step_ : 2; }
  Frame& top() { return frames_.back(); }
  const Frame& top() const { return frames_.back(); }

  // Batch size of events, small enough for the CPU cache.
  static constexpr size_t kManyEvents = 2048;

  Scanner scanner_;
  const Lookahead ahead_{scanner_};
  Directives directives_{scanner_};
  const Limits& limits_;
  const bool takes_json_stream_;
  const Taker* taker_;
  EventStream& out_;
  std::vector<Frame> frames_;
  NodeRequest request_;
  KeyCandidate flow_candidate_;      // of the outermost open flow collection
  NodeRequest flow_request_;         // the expected node
  const char* resume_at_ = nullptr;  // the line where reading may resume after an error; null: the next one
  const char* looked_at_ = nullptr;  // the last line tested for being a stray line
  const char* skipped_from_ = nullptr;  // where reading stopped at the last error
  int skipped_column_ = 0;              // minimum indentation of the skipped lines after it
  bool skipped_lines_ = false;          // a value that is lost may have taken lines with it
  bool at_error_ = false;               // the innermost collection contains the error
  value::Recovery next_recovery_ = value::Recovery::kNone;  // of the node that is read next
  int indent_step_ = 0;  // how much deeper this file's mappings go with each level; 0: unknown
  bool document_is_unreadable_ = false;  // nothing more of this document can be understood
};

}  // namespace kval::yaml
