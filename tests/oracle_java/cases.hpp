// Random questions for the Java program beside this, and the same answers from our own code.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace foliot::oracle {

/// A line that asks for the database's version, then two for every zone of ours: whether it is
/// known, and its changes from 1970 to 2200.
std::vector<std::string> zone_questions();

/// Makes questions about cron expressions, calendar arithmetic and zones.
class question_source {
 public:
  /// `zones`: the ids to ask about; not empty.
  question_source(uint64_t seed, std::vector<std::string> zones);

  /// The next question, a line without its end.
  std::string next();

 private:
  int64_t number(int64_t least, int64_t most);
  const std::string& pick(const std::vector<std::string>& from);
  const std::string& zone() { return pick(zones_); }
  int64_t time_at();
  int64_t time_near_change(const std::string& id);
  std::string element(int64_t least, int64_t most);
  std::string field(int64_t least, int64_t most);
  std::string days();
  std::string weekdays();
  std::string months();
  std::string expression();
  std::string spoilt(std::string expression);

  std::mt19937_64 random_;
  std::vector<std::string> zones_;
};

/// Our answer to a question, in the form of the Java program's.
std::string answer(const std::string& question);

/// Whether the two answers say the same. A list of fires of Quartz may end a hundred years from
/// its own day, where ours goes on.
bool same(const std::string& question, const std::string& ours, const std::string& javas);

}  // namespace foliot::oracle
