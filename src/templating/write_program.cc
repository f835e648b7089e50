// Converts the nodes of a file to the statements of its program, in the order of ytt's compiler: code above a
// node, its annotations, its key, the node, its value or children, the `end` of node code.

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "src/diag/emitter.h"
#include "src/merge/annotation_names.h"
#include "src/support/native_stack.h"
#include "src/support/substitute.h"
#include "src/templating/annotation_names.h"
#include "src/templating/misread_comment.h"
#include "src/templating/program.h"
#include "src/templating/string_template.h"
#include "src/yaml/message_text.h"

namespace kval::templating {
namespace {

using Kind = TemplateOp::Kind;

constexpr diag::Def<> kUnknown{diag::Kind::kUnknownComment,
                               "a comment in a template must start with `#!` or `#@`"};
constexpr diag::Def<> kTwoValues{diag::Kind::kTemplateSyntax,
                                 "the node has both a computed value and a literal value"};
constexpr diag::Def<> kNoCode{diag::Kind::kTemplateSyntax,
                              "there is no code after this `#@`: the value is an empty array"};
constexpr diag::Def<std::string_view> kCollectionKey{diag::Kind::kTemplateSyntax,
                                                     "{} cannot be a key in a template"};
constexpr diag::Def<> kCodeAfterNodeCode{diag::Kind::kTemplateSyntax,
                                         "there is code between `…/end` and its node"};
constexpr diag::Def<std::string> kTextError{diag::Kind::kTemplateSyntax, "{}"};
constexpr diag::Def<std::string_view> kGluedCode{diag::Kind::kTemplateSyntax, "`#@{}` is not code"};
constexpr diag::Def<std::string_view> kCodeInAnnotation{diag::Kind::kUnknownAnnotation,
                                                        "`#@{}` is an annotation without effect, not code"};
constexpr diag::Def<std::string_view> kSpacedAnnotation{diag::Kind::kTemplateSyntax,
                                                        "`{}` is an annotation, but is written as code here"};
constexpr diag::Def<std::string_view> kTextAsCode{diag::Kind::kTemplateSyntax, "`#@` {} is text, not code"};
constexpr diag::Def<> kNotRead{diag::Kind::kTemplateSyntax, "this is not read: ytt ignores comments here"};
constexpr diag::Def<std::string_view> kNoNode{diag::Kind::kUnknownAnnotation,
                                              "the annotation `@{}` comes after the last node"};

class Writer {
 public:
  Writer(const Session& session, const source::SourceFile& source, ProgramText& out)
      : session_(session), source_(source), out_(out) {}

  bool ok() const { return ok_; }
  bool is_text_complete() const { return is_text_complete_; }

  void Call(TemplateOp op, starlark::HostCall::Form form = starlark::HostCall::Form::kNone,
            source::Span code = {}) {
    const auto index = static_cast<uint32_t>(out_.ops.size());
    const source::Span at = op.span;
    out_.ops.push_back(std::move(op));
    out_.segments.push_back(starlark::HostCall{index, at, form, code});
  }
  void Code(source::Span span, bool joins_next = false) {
    out_.segments.push_back(starlark::StarlarkCode{span, joins_next});
  }

  // Writes the pieces of a text template in `extent` of the file; `item` is the item of a string in YAML.
  void Text(std::string_view text, source::Span extent, source::Span item = {}) {
    const StringTemplate split = ParseStringTemplate(text);
    if (!split.error.empty()) {
      ok_ = is_text_complete_ = false;
      session_.emit->Report(ErrorPlace(text, split, extent), kTextError, split.error).Emit();
      return;
    }
    size_t from = 0;
    size_t counted = 0;
    uint32_t line_breaks = 0;
    for (const StringTemplatePart& piece : split.pieces) {
      if (piece.kind == StringTemplatePart::Kind::kLiteral) {
        // Without any text, too: a function that holds it gives text.
        Call({Kind::kTextLiteral, 0, 1, piece.text, LiteralPlace(extent, from), {}});
        continue;
      }
      const source::Span code = Locate(piece, extent, from);
      if (item.has_value() && session_.text_lines != nullptr) {
        const std::string_view before = text.substr(counted, piece.offset - counted);
        line_breaks += static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n'));
        counted = piece.offset;
        session_.text_lines->Add(code, item, line_breaks);
      }
      if (piece.kind == StringTemplatePart::Kind::kCode) {
        Code(code);
      } else {
        Call({Kind::kTextValue, 0, 1, {}, code, {}}, starlark::HostCall::Form::kExpression, code);
      }
    }
  }

  void Fail() { ok_ = false; }

 private:
  // A literal's location is the text before it: the mark that ends the code, or the start.
  static source::Span LiteralPlace(source::Span extent, size_t from) {
    constexpr uint32_t kMarkSize = 2;
    const uint32_t begin = extent.begin + static_cast<uint32_t>(from);
    return from == 0 ? source::Span{begin, begin + std::min(kMarkSize, extent.size())}
                     : source::Span{begin - kMarkSize, begin};
  }

  source::Span ErrorPlace(std::string_view text, const StringTemplate& split, source::Span extent) const {
    const std::string_view written = source_.Text(extent);
    const std::string_view mark = text.substr(split.error_offset, 2);
    size_t nth = 0;
    for (size_t at = text.find(mark); at < split.error_offset; at = text.find(mark, at + 1)) {
      ++nth;
    }
    size_t found = written.find(mark);
    for (; nth > 0 && found != std::string_view::npos; --nth) {
      found = written.find(mark, found + 1);
    }
    if (found == std::string_view::npos) {
      return extent;
    }
    const uint32_t begin = extent.begin + static_cast<uint32_t>(found);
    return {begin, begin + 2};
  }

  // Returns the location of a piece's code. Code hidden by escapes or folding becomes a separate text.
  source::Span Locate(const StringTemplatePart& piece, source::Span extent, size_t& from) {
    const std::string_view written = source_.Text(extent);
    const size_t open = written.find("(@", from);
    const size_t close = open == std::string_view::npos ? open : written.find("@)", open + 2);
    if (close != std::string_view::npos) {
      from = close + 2;
      const std::string_view code = FindCode(written.substr(open + 2, close - open - 2), piece.text);
      if (code.data() != nullptr) {
        const uint32_t begin = extent.begin + static_cast<uint32_t>(code.data() - written.data());
        return {begin, begin + static_cast<uint32_t>(code.size())};
      }
    }
    return session_.sources->AddText(source_.name() + " (code in a string)", std::string(piece.text)).span();
  }

  const Session& session_;
  const source::SourceFile& source_;
  ProgramText& out_;
  bool ok_ = true;
  bool is_text_complete_ = true;
};

class YamlWriter {
 public:
  YamlWriter(const yaml::File& file, const NodeTable& table, const TemplateOptions& options,
             const Session& session, ProgramText& out)
      : source_(*file.source),
        table_(table),
        options_(options),
        session_(session),
        writer_(session, source_, out) {}

  bool Write() {
    Keys();
    Strings();
    Children(0, false);
    Hidden();
    source::Span end;
    // ytt attaches leftover directives to an extra empty node, whose code runs before its annotations.
    for (const bool is_annotation : {false, true}) {
      for (const TemplateComment& meta : table_.leftovers) {
        if ((meta.kind == TemplateCommentKind::kAnnotation) == is_annotation) {
          Leftover(meta, end);
        }
      }
    }
    if (end.has_value()) {
      writer_.Code(end);
    }
    return writer_.ok();
  }
  bool is_code_complete() const { return is_code_complete_ && writer_.is_text_complete(); }

 private:
  // ytt finds keys by their hash, which collections have none of.
  void Keys() {
    for (const TemplateNode& node : table_.nodes) {
      if (node.kind == TemplateNodeKind::kMapItem && node.key->is_collection()) {
        writer_.Fail();
        session_.emit
            ->Report(node.key->span, kCollectionKey, yaml::WithArticle(value::KindName(node.key->kind)))
            .Emit();
      }
    }
  }

  // ytt takes `#@` within a string for text.
  void Strings() {
    for (const TemplateNode& node : table_.nodes) {
      const bool has_text =
          node.kind == TemplateNodeKind::kMapItem || node.kind == TemplateNodeKind::kArrayItem;
      if (!has_text || node.value->kind != value::Kind::kString || !node.value->span.has_value()) {
        continue;
      }
      const value::Value& text = *node.value;
      const bool is_plain =
          text.style == value::Style::kPlain && text.raw.find("#@ ") != std::string_view::npos;
      if (is_plain || (text.is_quoted() && text.raw.starts_with("#@ "))) {
        session_.emit->Report(text.span, kTextAsCode, is_plain ? "without a space before it" : "in quotes")
            .As(diag::Severity::kWarning)
            .Hint(is_plain ? "write all of the value as code: `#@ \"…\" + …`" : "remove the quotes")
            .Emit();
      }
    }
  }

  void Hidden() {
    for (const TemplateComment& meta : table_.hidden) {
      if (meta.kind != TemplateCommentKind::kComment && meta.kind != TemplateCommentKind::kUnknown) {
        session_.emit->Report(meta.span, kNotRead)
            .As(diag::Severity::kWarning)
            .Hint("write it on a separate line above its node, or `#!` for a comment")
            .Emit();
      }
    }
  }

  // The items of a collection, or the documents of the set.
  void Children(uint32_t collection, bool is_text) {
    uint32_t run = 0, count = 0;
    const auto flush = [&] {
      if (count > 0) {
        writer_.Call({Kind::kAddWhole, run, count, {}, Place(run), {}});
      }
      count = 0;
    };
    for (uint32_t node = collection + 1; node < table_.nodes[collection].end; node = table_.nodes[node].end) {
      if (IsPlain(node, is_text)) {
        run = count == 0 ? node : run;
        ++count;
        continue;
      }
      flush();
      Item(node, is_text);
    }
    flush();
  }

  bool IsPlain(uint32_t node, bool is_text) const {
    return !is_text && !table_.nodes[node].has_nested_comments;
  }

  source::Span Place(uint32_t node) const {
    const TemplateNode& item = table_.nodes[node];
    return item.at.has_value() ? item.at : item.value->span;
  }

  void Item(uint32_t node, bool is_text) {
    NeedStack();
    const TemplateNode& item = table_.nodes[node];
    source::Span end;
    source::Span value;
    is_text = Metas(node, is_text, end, value);
    if (is_text && item.kind == TemplateNodeKind::kMapItem && item.key->kind == value::Kind::kString &&
        IsTextTemplate(item.key->raw)) {
      writer_.Call({Kind::kTextBegin, node, 1, {}, item.key->span, {}});
      writer_.Text(item.key->raw, item.key->span, Place(node));
      writer_.Call({Kind::kTextAsKey, node, 1, {}, item.key->span, {}});
    }
    Value(node, is_text, value);
    if (end.has_value()) {
      writer_.Code(end);
    }
  }

  void Value(uint32_t node, bool is_text, source::Span computed) {
    const TemplateNode& item = table_.nodes[node];
    const bool has_collection = node + 1 < item.end;
    if (computed.has_value()) {
      writer_.Call({Kind::kStart, node, 1, {}, Place(node), {}});
      writer_.Call({Kind::kSetValue, node, 1, {}, computed, {}}, starlark::HostCall::Form::kExpression,
                   computed);
    } else if (is_text && item.value->kind == value::Kind::kString && IsTextTemplate(item.value->raw)) {
      writer_.Call({Kind::kStart, node, 1, {}, Place(node), {}});
      writer_.Call({Kind::kTextBegin, node, 1, {}, item.value->span, {}});
      writer_.Text(item.value->raw, item.value->span, Place(node));
      writer_.Call({Kind::kTextAsValue, node, 1, {}, item.value->span, {}});
    } else if (has_collection && (is_text || table_.nodes[node + 1].has_nested_comments)) {
      writer_.Call({Kind::kStart, node, 1, {}, Place(node), {}});
      Children(node + 1, is_text);
    } else {
      writer_.Call({Kind::kStartWhole, node, 1, {}, Place(node), {}});
    }
  }

  // Writes code and annotations. Returns whether strings below are templates; sets the `end` and the value.
  bool Metas(uint32_t node, bool is_text, source::Span& end, source::Span& value) {
    const TemplateNode& item = table_.nodes[node];
    for (uint32_t i = item.meta_begin; i < item.meta_end; ++i) {
      const TemplateComment& meta = table_.comments[i];
      if (IsCode(meta, item)) {
        CodeLine(meta, end);
      } else if (IsValue(meta, item)) {
        ValueLine(meta, item, value);
      } else if (meta.kind == TemplateCommentKind::kUnknown) {
        Unknown(meta);
      }
    }
    for (uint32_t i = item.meta_begin; i < item.meta_end; ++i) {
      const TemplateComment& meta = table_.comments[i];
      if (meta.kind == TemplateCommentKind::kAnnotation) {
        is_text = is_text || source_.Text(meta.name) == kTextTemplatedAnnotation;
        AnnotationLine(meta, node);
      }
    }
    return is_text;
  }

  bool IsOnLineOf(const TemplateComment& meta, const TemplateNode& item) const {
    return item.at.has_value() && meta.span.begin > item.at.begin;
  }
  bool IsCode(const TemplateComment& meta, const TemplateNode& item) const {
    return meta.kind == TemplateCommentKind::kCode ||
           (meta.kind == TemplateCommentKind::kBare && !IsOnLineOf(meta, item));
  }
  bool IsValue(const TemplateComment& meta, const TemplateNode& item) const {
    return meta.kind == TemplateCommentKind::kValue ||
           (meta.kind == TemplateCommentKind::kBare && IsOnLineOf(meta, item));
  }

  void CodeLine(const TemplateComment& meta, source::Span& end) {
    if (end.has_value()) {
      writer_.Fail();
      session_.emit->Report(meta.span, kCodeAfterNodeCode).Related(end, "this ends with the node").Emit();
      return;
    }
    if (!meta.content.has_value()) {
      return;
    }
    if (const std::string_view name = AnnotationIn(source_.Text(meta.content)); !name.empty()) {
      writer_.Fail();
      is_code_complete_ = false;
      session_.emit->Report(meta.span, kSpacedAnnotation, name)
          .Hint(Substitute("remove the space behind `#@`: `#@{}`", name))
          .Emit();
      return;
    }
    const NodeStatement code = ParseNodeStatement(source_.Text(meta.content));
    if (code.keyword_size == 0) {
      writer_.Code(meta.content);
      return;
    }
    const uint32_t begin = meta.content.begin;
    end = {begin + code.end, begin + code.rest};
    writer_.Code({begin + code.keyword, begin + code.keyword + code.keyword_size}, true);
    writer_.Code({begin + code.rest, meta.content.end});
  }

  void ValueLine(const TemplateComment& meta, const TemplateNode& item, source::Span& value) {
    // A null that is written out is no value, either.
    if (item.value->kind != value::Kind::kNull) {
      writer_.Fail();
      session_.emit->Report(meta.span, kTwoValues)
          .Label("computed")
          .Related(item.value->span, "the literal value")
          .Hint(
              "to compute the value, remove the one before `#@`; a comment begins with `#!`, and code goes "
              "on a "
              "line above")
          .Emit();
      return;
    }
    value = meta.content;
    if (!value.has_value() || source_.Text(value).find_first_not_of(" \t\r") == std::string_view::npos) {
      // ytt puts the code into parentheses, and those of nothing are an empty tuple.
      session_.emit->Report(meta.span, kNoCode)
          .As(diag::Severity::kWarning)
          .Hint("write the value after it, or `#!` for a comment")
          .Emit();
      value = session_.sources->AddText(source_.name() + " (no code)", "()").span();
    }
  }

  void AnnotationLine(const TemplateComment& meta, uint32_t node) {
    const std::string_view name = source_.Text(meta.name);
    if (IsGluedCode(name)) {
      GluedCode(meta, name);
      return;
    }
    if (IsLikelyCode(name) && session_.annotations->MarkReported(meta.name)) {
      session_.emit->Report(meta.span, kCodeInAnnotation, name)
          .Hint(Substitute("put a space behind `#@`: `#@ {}`", name))
          .Emit();
    }
    const source::Span span{meta.name.begin - 1, meta.content.size() == 0 ? meta.name.end : meta.content.end};
    writer_.Call({Kind::kAnnotate, node, 1, name, span, meta.name}, starlark::HostCall::Form::kArguments,
                 meta.content);
  }

  void GluedCode(const TemplateComment& meta, std::string_view name) {
    writer_.Fail();
    is_code_complete_ = false;
    session_.emit->Report(meta.span, kGluedCode, name)
        .Hint(Substitute("put a space behind `#@`: `#@ {}`", name))
        .Emit();
  }

  void Unknown(const TemplateComment& meta) {
    if (options_.ignore_unknown_comments) {
      return;
    }
    writer_.Fail();
    session_.emit->Report(meta.span, kUnknown)
        .Hint("write `#!` for a comment, `#@` for code and annotations")
        .Emit();
  }

  // `end` is the code that closes a block of the node that would follow.
  void Leftover(const TemplateComment& meta, source::Span& end) {
    switch (meta.kind) {
      case TemplateCommentKind::kBare:
      case TemplateCommentKind::kCode:
        CodeLine(meta, end);
        return;
      case TemplateCommentKind::kUnknown:
        Unknown(meta);
        return;
      case TemplateCommentKind::kAnnotation:
        if (IsGluedCode(source_.Text(meta.name))) {
          GluedCode(meta, source_.Text(meta.name));
        } else {
          LeftoverAnnotation(meta, source_.Text(meta.name));
        }
        return;
      case TemplateCommentKind::kComment:
      case TemplateCommentKind::kValue:
        return;
    }
  }

  // Most have no effect. ytt's empty document would be a further overlay; its arguments are evaluated.
  void LeftoverAnnotation(const TemplateComment& meta, std::string_view name) {
    writer_.Call({Kind::kEvaluate, 0, 1, name, meta.span, meta.name}, starlark::HostCall::Form::kArguments,
                 meta.content);
    const bool is_of_values =
        std::any_of(table_.comments.begin(), table_.comments.end(), [this](const TemplateComment& each) {
          return each.kind == TemplateCommentKind::kAnnotation &&
                 source_.Text(each.name).starts_with(merge::kDataValuesAnnotation);
        });
    diag::DiagnosticBuilder report = session_.emit->Report(meta.span, kNoNode, name);
    if (name == merge::kMatchAnnotation && !is_of_values) {
      report.As(diag::Severity::kError).Hint("write it above the `---` of its document");
    }
    report.Emit();
  }

  const source::SourceFile& source_;
  const NodeTable& table_;
  const TemplateOptions& options_;
  const Session& session_;
  Writer writer_;
  bool is_code_complete_ = true;
};

}  // namespace

bool WriteProgram(const yaml::File& file, const NodeTable& table, const TemplateOptions& options,
                  const Session& session, ProgramText& out) {
  YamlWriter writer(file, table, options, session, out);
  const bool is_good = writer.Write();
  out.is_code_complete = writer.is_code_complete();
  return is_good;
}

bool WriteTextProgram(const source::SourceFile& file, const Session& session, ProgramText& out) {
  Writer writer(session, file, out);
  writer.Text(file.text(), file.span());
  return writer.ok();
}

}  // namespace kval::templating
