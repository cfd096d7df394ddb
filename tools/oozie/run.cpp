#include "tools/oozie/run.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "base/visible.hpp"
#include "tools/oozie/failures.hpp"
#include "tools/oozie/help.hpp"
#include "tools/oozie/orders.hpp"
#include "tools/oozie/token.hpp"

namespace foliot::oozie {

namespace {

using java_properties = std::map<std::string, std::string>;

/// Adds "-Dname=value"; false for any other word.
bool add_property(java_properties& to, const std::string& word) {
  if (!word.starts_with("-D")) return false;
  const size_t equals = word.find('=');
  to[word.substr(2, equals - 2)] = equals == std::string::npos ? "" : word.substr(equals + 1);
  return true;
}

/// What Oozie's script gives the JVM: two variables, and the words before the command.
java_properties take_properties(std::vector<std::string>& words, const surroundings& where) {
  java_properties out;
  for (const char* name : {"JAVA_PROPERTIES", "OOZIE_CLIENT_OPTS"}) {
    const std::string text = where.environment(name);
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find_first_of(" \t\n", at), text.size());
      add_property(out, text.substr(at, end - at));
      at = end + 1;
    }
  }
  size_t count = 0;
  while (count < words.size() && add_property(out, words[count])) ++count;
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
  return out;
}

std::string property(const java_properties& of, const char* name, const std::string& otherwise) {
  const auto found = of.find(name);
  return found == of.end() || found->second.empty() ? otherwise : found->second;
}

/// What can stand in a request: anything else would begin another header.
bool is_header(std::string_view name, std::string_view value) {
  const auto is_mark = [](char c) { return c > ' ' && c < '\x7F' && c != ':'; };
  const auto is_control = [](char c) {
    return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7F';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_mark) &&
         std::none_of(value.begin(), value.end(), is_control);
}

class program {
 public:
  program(command_line line, java_properties properties, const surroundings& where)
      : line_(std::move(line)), properties_(std::move(properties)), where_(where) {}

  /// What is to be printed, beside what has been.
  result<std::string> execute() {
    const std::string_view name = line_.what->name;
    if (name == "help") return help(line_.operands.empty() ? "" : line_.operands.front());
    if (name == "version") return version();
    if (name == "info") return line_.has("timezones") ? list_of_zones() : std::string();
    const auto how = reach();
    if (!how) return how.error();
    session talk(*how, where_.in);
    if (line_.has("poll")) return poll(talk);
    const auto what = order_of(name, how->user);
    if (!what) return what.error();
    if (what->what.path.empty()) return what->show("");
    return ask(talk, *what);
  }

 private:
  static std::string version() {
    return "Oozie client build version: 5.2.1\n"
           "Source code repository: Foliot " FOLIOT_VERSION
           ", a native command with the words of Oozie's\n"
           "Compiled by GCC " __VERSION__ " on Linux\nFrom source with checksum: none\n";
  }

  result<order> order_of(std::string_view name, const std::string& user) const {
    const asker who{user, line_.value("doas").value_or(""), seen()};
    if (name == "job") return job_order(line_, who);
    if (name == "jobs") return jobs_order(line_, who);
    if (name == "admin") return admin_order(line_);
    if (name == "validate") return validate_order(line_, who);
    if (name == "sla") return sla_order(line_);
    return proxy_order(line_, who);
  }

  view seen() const {
    const std::string own =
        property(properties_, "user.timezone", machine_zone(where_.environment("TZ")));
    std::string zone = where_.environment("OOZIE_TIMEZONE");
    if (zone.empty()) zone = "GMT";
    zone = line_.value("timezone").value_or(zone);
    if (line_.has("localtime")) zone = own;
    return {display_zone(zone), display_zone(own), line_.has("verbose")};
  }

  /// Reads -auth, -username and -password.
  result<void> choose_login(access& how) const {
    std::string login = line_.value("auth").value_or(where_.environment("OOZIE_AUTH"));
    if (line_.has("debug") && !line_.has("username") && !line_.has("password"))
      where_.in.out(" Auth type : " + (login.empty() ? "null" : login) + "\n");
    for (char& c : login) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    how.login = login;
    how.username = line_.value("username").value_or("");
    how.password = line_.value("password").value_or("");
    if (!how.username.empty() && how.password.empty())
      return misused("No password specified, it is required, if username is set!");
    if (how.username.empty() && !how.password.empty())
      return misused("No username specified, it is required, if password is set!");
    if (login == "BASIC" && how.username.empty())
      return misused("BASIC authentication requires -username and -password to set!");
    return {};
  }

  /// Whether requests are shown: what OOZIE_DEBUG says, and without it -debug.
  bool shows_requests() const {
    const std::string text = where_.environment("OOZIE_DEBUG");
    if (text.empty()) return line_.has("debug");
    const auto level = whole_number(std::string(trim(text)));
    if (level) return *level > 0;
    where_.in.out("Unable to parse the debug settings. May be not an integer [" + text + "]\n");
    where_.in.err(printed(level.error()));
    return false;
  }

  int retries() const {
    constexpr int otherwise = 4;
    const std::string text = property(properties_, "oozie.connection.retry.count", "");
    if (text.empty()) return otherwise;
    const auto count = whole_number(std::string(trim(text)));
    if (count) return static_cast<int>(std::max<int64_t>(*count, 0));
    where_.in.err("Unable to parse the retry settings. May be not an integer [" + text + "]\n");
    where_.in.err(printed(count.error()));
    return otherwise;
  }

  result<access> reach() const {
    access how;
    how.url = line_.value("oozie").value_or(where_.environment("OOZIE_URL"));
    how.url = std::string(trim(how.url));
    if (how.url.empty()) how.url = "http://" + where_.host() + ":11000/oozie";
    how.user = property(properties_, "user.name", where_.user);
    how.do_as = line_.value("doas").value_or("");
    if (auto chosen = choose_login(how); !chosen) return chosen.error();
    how.debug = shows_requests();
    how.any_certificate = line_.has("insecure");
    how.retries = retries();
    if (property(properties_, "oozie.auth.token.cache", "true") == "true")
      how.token_file = token_file(property(properties_, "user.home", where_.home), how.url);
    constexpr std::string_view header = "header:";
    for (const auto& [name, value] : properties_) {
      if (!name.starts_with(header)) continue;
      std::string field = name.substr(header.size());
      if (!is_header(field, value))
        return misused("-D" + std::string(visible(name)) +
                       " is no header: a name without blanks, and a value "
                       "on one line");
      how.headers.emplace_back(std::move(field), value);
    }
    return how;
  }

  result<std::string> ask(session& talk, const order& what) const {
    const bool validates = line_.what->name == "validate";
    const bool metrics = line_.has("metrics");
    auto reply = talk.exchange(what.what);
    if (!reply) return reply.error();
    if (reply->status == what.good) return what.show(reply->body);
    if (validates && reply->status == 404) return std::string();
    if (reply->status == 503 && metrics)
      return std::string(
          "Metrics are unavailable.  Try Instrumentation (-instrumentation) instead\n");
    if (reply->status == 503 && line_.has("instrumentation"))
      return std::string("Instrumentation is unavailable.  Try Metrics (-metrics) instead\n");
    failure why = refusal(*reply);
    // A sentence of this one has its code within.
    return validates ? misused(why.sentence) : why;
  }

  result<std::string> poll(session& talk) const {
    const auto what = poll_order(line_);
    if (!what) return what.error();
    const std::string id = *line_.value("poll");
    for (int64_t passed = 0;; passed += what->interval) {
      const auto body = talk.answer(what->what, 200);
      if (!body) return body.error();
      const auto answer = nlohmann::json::parse(*body, nullptr, false);
      if (!answer.is_object()) return broken("the server's answer is no JSON");
      const std::string status = or_null(answer, "status");
      if (what->verbose) where_.in.out(status + "\n");
      if (has_ended(id, status) || (what->minutes >= 1 && passed >= what->minutes))
        return std::string();
      where_.in.pause(what->interval * ms_per_minute);
    }
  }

  command_line line_;
  java_properties properties_;
  const surroundings& where_;
};

}  // namespace

int run(std::vector<std::string> words, const surroundings& where) {
  java_properties properties = take_properties(words, where);
  auto line = read_command_line(words);
  const auto text = line ? program(std::move(*line), std::move(properties), where).execute()
                         : result<std::string>(line.error());
  if (!text) {
    where.in.err(printed(text.error()));
    return bad;
  }
  if (!text->empty()) where.in.out(*text);
  return good;
}

}  // namespace foliot::oozie
