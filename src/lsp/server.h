#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lsp/open_texts.h"
#include "src/lsp/question.h"
#include "src/lsp/shown_findings.h"

namespace kval::lsp {

// A language server (Language Server Protocol 3.17) without its input and output: messages go in and come
// out, and whoever owns it makes the checks that it asks for. It knows nothing of what is checked.
//
// What it offers: findings as they are typed (incremental changes), also those in files that are not open;
// repairs as code actions; the page of a rule where the pointer is on a finding.
//
// Messages that make no sense are answered with an error, or dropped where no answer is expected; what they
// are about stays as it is. For one thread.
class Server {
 public:
  struct Settings {
    std::string version;
    // The page about a rule, in Markdown; empty for a rule that there is not.
    std::function<std::string_view(std::string_view code)> rule_page;
  };
  explicit Server(Settings settings) : settings_(std::move(settings)) {}

  // Takes one message.
  void Take(std::string_view message);
  // What is to be sent: messages with their headers.
  std::string TakeOutput();

  // Whether the texts changed, or what they are checked by may have, since the last check began.
  bool needs_check() const { return needs_check_ && state_ == State::kRunning; }
  // Gives what is to be checked: by absolute path the texts that are open in the editor.
  std::map<std::string, std::string> BeginCheck();
  // The folders that are open in the editor: absolute paths.
  const std::vector<std::string>& folders() const { return folders_; }
  // What was found, as `-o lsp` writes it.
  void EndCheck(std::string_view lines);
  // The check came to nothing: what is shown stays, and people are told why.
  void FailCheck(std::string_view why);

  // What the client waits for an answer to, which only a schema gives; null when there is nothing. Give it
  // the result of the request as JSON, or `null`.
  const Question* question() const { return asked_.empty() ? nullptr : &asked_.front().question; }
  void AnswerQuestion(std::string_view result);
  // The texts that are open now, by absolute path.
  std::map<std::string, std::string> texts() const;

  // The client said that the process is to end.
  bool has_ended() const { return state_ == State::kEnded; }
  // Whether it did so in order.
  bool was_shut_down() const { return was_shut_down_; }

 private:
  enum class State : uint8_t { kNew, kRunning, kShutDown, kEnded };
  struct Call;
  struct Method;
  static const Method kMethods[];

  void Initialize(const Call& call);
  void Initialized(const Call& call);
  void ShutDown(const Call& call);
  void Exit(const Call& call);
  void Open(const Call& call);
  void Change(const Call& call);
  void Close(const Call& call);
  void ChangeFolders(const Call& call);
  void CheckAgain(const Call& call);
  void OfferActions(const Call& call);
  void Hover(const Call& call);
  void Complete(const Call& call);
  void Declare(const Call& call);
  void Cancel(const Call& call);

  struct Asked {
    std::string id;  // as JSON
    Question question;
  };
  void Ask(const Call& call, Question::About about);

  void Answer(const Call& call, std::string_view result);
  void Refuse(const Call& call, int code, std::string_view why);
  void Send(std::string_view message);

  Settings settings_;
  State state_ = State::kNew;
  bool was_shut_down_ = false;
  bool can_watch_ = false;
  bool needs_check_ = false;
  bool is_current_ = false;  // what is shown is about the texts as they are
  std::vector<std::string> folders_;
  OpenTexts open_;
  std::deque<Asked> asked_;
  ShownFindings shown_;
  std::string output_;
};

}  // namespace kval::lsp
