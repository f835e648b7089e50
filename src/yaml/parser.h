#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/yaml/reader.h"
#include "src/yaml/scalars.h"
#include "src/yaml/scanner.h"

namespace kval::yaml {

// The structure of the text: documents, collections, properties, and recovery from faults.
//
// An automaton with an explicit stack. Each step reads one node or, when a node is complete, what its
// parent expects next, and says what comes after it. Split over documents.cc (documents and directives),
// block.cc, flow.cc, nodes.cc (properties, scalars) and recovery.cc.
class Parser {
 public:
  Parser(const source::SourceFile& file, const Limits& limits, EventStream* out)
      : scanner_(file, out), limits_(limits), out_(*out) {}

  void Run();

 private:
  enum class Step : uint8_t {
    kNode,   // read the node that request_ describes
    kDone,   // a node is complete: let its parent go on
    kFault,  // reported; structure is lost
  };
  enum class FrameKind : uint8_t { kBlockMapping, kBlockSequence, kFlowMapping, kFlowSequence, kFlowPair };
  // What was asked for last, so what is complete when a node is done.
  enum class Part : uint8_t { kKey, kExplicitKey, kValue, kItem };

  struct Properties {
    source::Span anchor;
    source::Span tag;
    bool empty() const { return !anchor.has_value() && !tag.has_value(); }
  };
  // An open collection.
  struct Frame {
    FrameKind kind;
    Part part;
    int column = 0;                    // of a block collection's entries
    source::Span begin;                // the bracket, or the place of the first entry
    size_t opened_at = 0;              // a flow collection's first event
    size_t asked_at = 0;               // the number of events when `part` was asked for
    const char* entry = nullptr;       // where a flow item began
    const char* entry_line = nullptr;  // and its line
    bool in_mapping = false;           // a block sequence that is not indented below its key
    value::Gap gap = value::Gap::kNone;
  };
  // What is known about the block node that is about to be read.
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
    bool has_tab = false;       // a tab stands where a mapping's indentation would
    bool is_entry_key = false;  // the key of an entry of an open mapping
  };

  // documents.cc
  bool ReadDocument();
  bool ReadDirectives();
  void ReadYamlDirective(const char* end);
  void ReadTagDirective(const char* end);
  void ReadContent();
  Step Continue();

  // block.cc
  Step ReadBlockNode();
  Step StartBlockCollection(const Properties& properties, bool new_line, bool has_tab);
  Step MisplacedIndicator();
  Step ContinueBlockMapping();
  Step ContinueBlockSequence();
  Step ReadMappingEntry();
  Step ReadMappingValue();
  Step ReadKeyOrNode(const KeyCandidate& candidate, const Properties& inner, int parent_indent);
  Step FinishCandidate(const KeyCandidate& candidate, bool is_one_line);
  Step StartMappingWith(const KeyCandidate& candidate);
  Step MissingColon(const KeyCandidate& candidate);
  Step OpenBlock(FrameKind kind, Part part, int column, source::Span begin, const Properties& properties);
  Step CloseBlock();
  bool FinishLine();
  Step BadIndentation();
  Step TabFault();

  // flow.cc
  Step OpenFlow(const Properties& properties);
  Step CloseFlow();
  Step ReadFlowNode();
  Step ReadFlowItem();
  Step ReadFlowEntry();
  Step ReadFlowValue();
  Step ContinueFlowSequence();
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
  void PushAbsent(const Properties& properties, const char* at);
  bool PushScalar(const Properties& properties, const ScalarContext& context);
  bool PushAlias(const Properties& properties);
  Step PushBlockScalar(const Properties& properties, int parent_indent);
  Step ScalarFault(ScanResult result, const char* begin, const char* line);
  Step EntryInString(const char* begin, const char* line);
  Step Ask(Part part, NodeRequest request);
  Step AskInFlow(Part part);
  bool PushFrame(Frame frame);

  // recovery.cc
  Step Fail(Fault fault);
  void Report(Fault fault);
  bool Recover();
  bool GiveBack(const char* line);
  bool FindResumption();
  bool CompleteEntry(const Frame& frame);
  void MarkLast(value::Gap of_scalar);
  void CloseFrame();
  void CloseAllFrames();
  void SkipToNextDocument();

  bool AtDash() const { return scanner_.Peek() == '-' && IsBlankOrBreak(scanner_.Peek(1)); }
  bool AtQuestion() const { return scanner_.Peek() == '?' && IsBlankOrBreak(scanner_.Peek(1)); }
  bool AtColon() const { return scanner_.Peek() == ':' && IsBlankOrBreak(scanner_.Peek(1)); }
  bool AtContentEnd() const { return scanner_.AtEnd() || scanner_.AtDocumentMark(); }
  bool InFlow() const { return !frames_.empty() && frames_.back().kind >= FrameKind::kFlowMapping; }
  Frame& top() { return frames_.back(); }
  const Frame& top() const { return frames_.back(); }

  Scanner scanner_;
  const Limits& limits_;
  EventStream& out_;
  std::vector<Frame> frames_;
  NodeRequest request_;
  KeyCandidate flow_candidate_;      // of the outermost open flow collection
  const char* resume_at_ = nullptr;  // the line at which reading may go on after a fault; null: the next one
  const char* lost_at_ = nullptr;    // where reading stopped at the last fault
  bool document_is_lost_ = false;    // nothing more of this document can be understood
  size_t document_event_ = 0;
  size_t tag_directives_begin_ = 0;
  bool has_yaml_directive_ = false;
  bool needs_end_mark_ = false;  // a directive may not follow the last document without `...`
};

}  // namespace kval::yaml
