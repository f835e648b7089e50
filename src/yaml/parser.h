#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/yaml/directives.h"
#include "src/yaml/incremental.h"
#include "src/yaml/lookahead.h"
#include "src/yaml/plain_entries.h"
#include "src/yaml/reader.h"
#include "src/yaml/scalars.h"
#include "src/yaml/scanner.h"
#include "src/yaml/value_on_line.h"

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
  class Dashes;     // dashes.h: too many, too few
  class Misplaced;  // misplaced.h: lines of a block further in
  enum class Step : uint8_t {
    kNode,   // read the node that request_ describes
    kDone,   // a node is complete: let its parent go on
    kFault,  // reported; structure is lost
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
    int column = 0;        // of a block collection's entries
    int odd_column = -1;   // of those that were found where they fit nothing
    int entry_column = 0;  // of the entry that is being read, at least `column`
    uint32_t entries = 0;
    source::Span begin;                // the bracket, or the place of the first entry
    size_t opened_at = 0;              // a flow collection's first event
    size_t asked_at = 0;               // the number of events when `part` was requested
    const char* entry = nullptr;       // where a flow item began
    const char* entry_line = nullptr;  // and its line
    bool in_mapping = false;           // a block sequence that is not indented below its key
    bool is_odd_item = false;          // the current item is in a column that fits nothing
    bool is_doubtful = false;          // the first line may be in a wrong column
    uint64_t ended_columns = 0;        // of the collections that ended with the value of an entry, as bits
    uint64_t ended_before = 0;         // and with that of the entry above it
    uint32_t ended_entries = 0;        // the number of that entry
    uint32_t ended_size = 0;           // how many entries or items its value had
    bool may_be_item = false;          // the first line of this mapping may lack its dash; that was reported
    value::Gap gap = value::Gap::kNone;

    // The value of the entry that is read ends with that collection.
    void NoteEnd(const Frame& value) {
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
  Step AskForMappingValue();
  Step ReadSequenceItem();
  Step OpenBlock(FrameKind kind, Part part, int column, source::Span begin, const Properties& properties);
  Step CloseBlock();
  bool FinishLine();

  // plain_entries.cc
  bool TakePlainEntries(std::optional<PlainEntry> entry);
  Step StartPlainMapping(const PlainEntry& entry, const Properties& properties);

  // indentation.cc
  Step TabFault();
  Step TabInBlock();
  Step TabAtFirstEntry(const KeyCandidate& candidate);
  Step ItemAmongEntries();
  Step ItemOfOuter();
  Step BadIndentation();
  std::optional<Step> ReadBelowEmpty();
  Step ReadOddLine();
  bool IsFirstLineOdd(int column, size_t depth) const;
  source::Span EntryAbove(int column, bool* is_told = nullptr);
  bool IsOfOuter(int column, std::string_view text) const;
  Step EntryOfOuter();
  void ReportOddFirstLine(int column);
  bool IsFirstLineOutdented(int column, size_t key) const;
  bool IndentFirstLine(int column, size_t key_event);
  Step OddLine();

  // half_typed.cc
  bool IsBelowBareKey(const KeyCandidate& candidate) const;
  Step StrayLine(const KeyCandidate& candidate, const char* line_end, bool is_template);
  bool IsAboveEntries(const KeyCandidate& candidate) const;
  Step SkipAboveEntries(const KeyCandidate& candidate);
  Step MissingColon(const KeyCandidate& candidate);
  bool IsUnindentedText() const;
  Step UnindentedText();
  bool IsHalfTyped(const KeyCandidate& candidate) const;
  Step HalfTypedNode(const KeyCandidate& candidate);
  Step EntryInString(const KeyCandidate& candidate, const Properties& inner);
  Step EntryBelowValue(const KeyCandidate& candidate, const Properties& inner, const char* entry);
  bool ReportGluedItem(const char* line);
  bool ReportEntryInString(const KeyCandidate& candidate, const char* entry, const char* end);
  Step KeyWithoutColon(const KeyCandidate& candidate);

  // left_open.cc
  bool MayReadAgain() const;
  bool IsNeverClosed() const;
  Step NeverClosed(bool is_whole);
  bool IsQuoteLeftOpen(const KeyCandidate& candidate, ScanResult result) const;
  Step SkipOpenQuote(const KeyCandidate& candidate);
  bool IsStrayItem() const;
  Step SkipStrayItem();
  bool GoesOnBelow(const NextLine& next, int parent_indent) const;
  void GiveBackEvents(size_t first, const char* line);

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
  // Behind a key in brackets. None: it has no value.
  std::optional<Step> ReadValueOfFlowKey();
  Step ContinueFlowMapping();
  Step ContinueFlowPair();
  Step NextFlowItem();
  bool SkipInFlow();
  bool AtFlowValueMark(bool after_json_key) const;
  bool LastNodeIsJson() const;
  Step FlowFault(std::string message, std::string hint);
  bool LooksUnclosed() const;
  Step UnclosedFlow();

  // nodes.cc
  enum class PropertyResult : uint8_t { kNone, kTaken, kFault };
  PropertyResult TakeProperty(Properties* properties, bool in_flow);
  bool CheckTag(source::Span tag);
  bool Merge(const Properties& inner, Properties* outer);
  void Push(EventKind kind, source::Span span, const Properties& properties, value::Style style);
  void TakeNextGap();
  void PushAbsent(const Properties& properties, const char* at);
  ScanResult PushScalar(const Properties& properties, const ScalarContext& context);
  bool PushAlias(const Properties& properties);
  Step PushBlockScalar(const Properties& properties, int parent_indent);
  Step ScalarFault(ScanResult result, const char* begin, const char* line);
  Step Ask(Part part, NodeRequest request);
  Step AskInFlow(Part part);
  // Opens a collection; null beyond the limit of depth, which is reported. It is made where it stays.
  Frame* PushFrame(FrameKind kind, Part part, source::Span begin);

  // recovery.cc
  Step Fail(Fault fault);
  void Report(Fault fault);
  bool Recover();
  bool GiveBack(const char* line);
  bool FindResumption();
  bool CompleteEntry(const Frame& frame);
  void MarkLast(value::Gap of_scalar);
  void CompleteCollection();
  void CloseFrame();
  void CloseAllFrames();
  void SkipToNextDocument();

  bool AtDash() const { return scanner_.Peek() == '-' && IsBlankOrBreak(scanner_.Peek(1)); }
  bool AtQuestion() const { return scanner_.Peek() == '?' && IsBlankOrBreak(scanner_.Peek(1)); }
  bool AtColon() const { return scanner_.Peek() == ':' && IsBlankOrBreak(scanner_.Peek(1)); }
  bool AtContentEnd() const { return scanner_.AtEnd() || scanner_.AtDocumentMark(); }
  bool InFlow() const { return !frames_.empty() && frames_.back().kind >= FrameKind::kFlowMapping; }
  // How much deeper mappings go with each level here, most likely.
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
  const char* lost_at_ = nullptr;    // where reading stopped at the last error
  int lost_column_ = 0;              // the least indentation of the lines that are left out behind it
  bool lost_lines_ = false;          // a value that is lost may have taken lines with it
  bool at_fault_ = false;            // the innermost collection contains the error
  value::Gap next_gap_ = value::Gap::kNone;  // of the node that is read next
  int indent_step_ = 0;            // how much deeper this file's mappings go with each level; 0: unknown
  bool document_is_lost_ = false;  // nothing more of this document can be understood
  size_t document_event_ = 0;
};

}  // namespace kval::yaml
