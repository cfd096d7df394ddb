// Who talks to the ADMIN: challenges, passes and what each console follows. Plain values: chance is
// a function, nothing here knows actors or clocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "actors/admin_messages.hpp"
#include "base/ids.hpp"

namespace foliot::actors::admin {

/// Consoles at a time: a person has one or two; the one that was silent longest goes.
inline constexpr size_t sessions_max = 64;
/// Challenges that were given out and not answered; the oldest goes.
inline constexpr size_t challenges_max = 64;
/// News that wait for a console that reads slowly, rows of some 150 bytes; further ones are counted
/// and dropped.
inline constexpr size_t news_waiting_max = 1'000;
/// News in one answer.
inline constexpr size_t news_rows_max = 200;
/// Longest name, challenge or pass that is looked at, bytes.
inline constexpr size_t session_text_bytes_max = 256;

/// What a console follows.
struct following {
  std::optional<job_number> root;  ///< Only this tree.
  std::deque<news_row> rows;
  uint64_t dropped = 0;
};

/// A conversation that was opened by a proof.
struct session : std::enable_shared_from_this<session> {
  /// Whoever waits is answered.
  ~session() {
    if (waits) waits(news{});
  }

  std::string console;
  std::string certificate;  ///< That it was proved with; it ends with that, too.
  std::string peer;         ///< Which connection it is; it ends with that.
  uint64_t used = 0;        ///< Ordinal of its last question.
  std::optional<following> follows;
  std::function<void(news)> waits;  ///< For news: the answer to `next_news`; empty: nobody does.
};

class sessions {
 public:
  /// `chance` gives a text that nobody can guess, another one each time.
  explicit sessions(std::function<std::string()> chance) : chance_(std::move(chance)) {}

  /// A challenge for `console`, good for one proof.
  std::string challenge(const std::string& console);
  /// Takes the challenge back; false where it was not given to that console or is used up.
  bool redeem(const std::string& challenge, const std::string& console);

  /// Opens a conversation and gives its first pass.
  std::string open(const std::string& console, const std::string& peer,
                   std::string certificate = {});
  /// The conversation of `pass`, which is good no more, and its next pass. Null where there is
  /// none.
  struct entered {
    std::shared_ptr<session> who;
    std::string pass;
  };
  std::optional<entered> enter(const std::string& pass);
  /// Ends the conversation that `pass` belongs to.
  void close(const std::string& pass);
  /// Ends those of that connection.
  void close_peer(const std::string& peer);

  size_t size() const { return open_.size(); }
  size_t followers() const;
  /// Adds a row for everybody who follows that tree.
  void tell(job_number root, const news_row& row);
  /// So many rows were lost on their way, for all who follow.
  void lose(uint64_t rows);
  /// Calls `each` for every conversation that waits for news, and has some.
  void visit_waiting(const std::function<void(session&)>& each);

 private:
  std::function<std::string()> chance_;
  uint64_t uses_ = 0;
  std::deque<std::pair<std::string, std::string>> challenges_;  ///< With the console's name.
  std::map<std::string, std::shared_ptr<session>> open_;        ///< By pass.
};

/// What waits in `from`, at most news_rows_max rows; they are gone from there.
news take_news(following& from);

}  // namespace foliot::actors::admin
