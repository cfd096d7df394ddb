#include "tools/offline/config_import.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <utility>

#include "base/limits.hpp"
#include "base/nearest.hpp"
#include "base/secrets.hpp"
#include "base/text.hpp"
#include "server/config.hpp"
#include "tools/offline/import_values.hpp"

namespace foliot::offline {

namespace {

/// No value of Oozie's that a setting takes is longer, and all together are read in no time.
constexpr size_t value_bytes_max = 16 << 10;
constexpr size_t replaced_bytes_max = 64 << 20;
/// A key is compared with all that are known, which takes some milliseconds.
constexpr size_t suggestions_max = 100;

bool is_address(const std::string& text) {
  unsigned char bytes[16];
  return ::inet_pton(AF_INET, text.c_str(), bytes) == 1 ||
         ::inet_pton(AF_INET6, text.c_str(), bytes) == 1;
}

/// Whether it can be a name, or names with commas between, in proxy_users without being read there
/// as something else.
bool is_proxy_part(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte > ' ' && byte != 0x7F && c != ';' && c != '=';
  });
}

/// The name of the first reference that is left.
std::optional<std::string> reference_in(std::string_view text) {
  for (size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${", at + 2)) {
    const size_t end = text.find_first_of("}$ ", at + 2);
    if (end != std::string_view::npos && text[end] == '}')
      return std::string(text.substr(at + 2, end - at - 2));
  }
  return std::nullopt;
}

class importer {
 public:
  explicit importer(const import_source& source) : source_(source) {
    for (const parse::configuration_entry& each : source.entries) add(each);
    for (const parse::configuration_entry& each : source.entries)
      if (!is_secret(each.name) && !holds_login(each.value))
        conf_.insert_or_assign(each.name, std::string(trim(each.value)));
    for (const std::string& name : known_keys())
      if (const std::string_view value = default_value(name); !value.empty())
        conf_.emplace(name, value);
    for (const auto& [name, value] : source.definitions) conf_.emplace(name, value);
  }

  result<import_outcome> run() {
    for (import_row& row : out_.rows)
      if (auto done = judge(row); !done) return std::move(done).error();
    finish_listen();
    finish_mail();
    finish_proxies();
    add_admins();
    return std::move(out_);
  }

 private:
  struct proxy {
    std::string hosts;
    std::string groups;
    std::vector<import_row*> rows;
  };
  struct held {
    std::string value;
    import_row* row = nullptr;
  };

  void add(const parse::configuration_entry& entry) {
    const auto [at, fresh] = seen_.emplace(entry.name, out_.rows.size());
    if (fresh) {
      out_.rows.push_back({entry.name, entry.place, fate::ignored, "", "", "", ""});
      values_.push_back({entry.value, entry.is_final});
      return;
    }
    import_row& row = out_.rows[at->second];
    std::string note =
        entry.name + " is set again at " + entry.place + ", which counts, not " + row.place;
    if (values_[at->second].second) note += "; Oozie does not heed its <final>";
    out_.notes.push_back(std::move(note));
    row.place = entry.place;
    values_[at->second] = {entry.value, entry.is_final};
  }

  /// The value with all that can be put into it.
  result<std::string> value_of(const import_row& row) {
    auto out = parse::resolve(trim(values_[seen_.find(row.key)->second].first), conf_);
    if (!out) return std::move(out).error().within(row.place);
    replaced_ += out->size();
    if (replaced_ > replaced_bytes_max)
      return failure{errc::too_large,
                     "the values become longer than " + std::to_string(replaced_bytes_max) +
                         " bytes when ${...} is replaced",
                     "", row.place, "Write the values out"};
    return out;
  }

  result<void> judge(import_row& row) {
    const found_rule found = find_rule(row.key);
    if (found.rule == nullptr) {
      const bool compare = unknown_++ < suggestions_max;
      put(row, unsupported("Oozie has no such key",
                           compare ? did_you_mean(row.key, known_keys()) : std::string()));
      return {};
    }
    const key_rule& rule = *found.rule;
    if (rule.how == handling::ignored || rule.how == handling::mail_password) {
      if (rule.how == handling::mail_password) password_ = &row;
      put(row, judged(rule, "", source_.folder));
      return {};
    }
    auto value = value_of(row);
    if (!value) return std::move(value).error();
    if (const auto reference = reference_in(*value))
      put(row, unsupported("it refers to ${" + *reference + "}, which has no value here",
                           "Say it by -D NAME=VALUE"));
    else if (value->size() > value_bytes_max)
      put(row, unsupported("the value is longer than " + std::to_string(value_bytes_max) + " bytes",
                           "Shorten it"));
    else
      judge_by(rule, found.variable, *value, row);
    return {};
  }

  void judge_by(const key_rule& rule, const std::string& variable, const std::string& value,
                import_row& row) {
    switch (rule.how) {
      case handling::host: host_ = {value, &row}; return;
      case handling::port: port_ = {value, &row}; return;
      case handling::mail_login: login_ = {value, &row}; return;
      case handling::mail_user: account_ = {value, &row}; return;
      case handling::proxy_hosts:
      case handling::proxy_groups: {
        proxy& user = proxies_[variable];
        (rule.how == handling::proxy_hosts ? user.hosts : user.groups) =
            joined(parts_of(value), ",");
        user.rows.push_back(&row);
        return;
      }
      default: put(row, judged(rule, value, source_.folder), rule.setting, is_number(rule.how));
    }
  }

  void put(import_row& row, verdict what, std::string_view setting = {}, bool number = false) {
    row.what = what.what;
    row.says = std::move(what.says);
    row.remedy = std::move(what.remedy);
    if (what.what != fate::mapped) return;
    row.setting = setting;
    row.value = number ? what.value : toml_string(what.value);
    add_line({row.setting, row.value, {row.key}}, row);
  }

  void add_line(import_line line, import_row& row) {
    const auto same =
        std::find_if(out_.lines.begin(), out_.lines.end(),
                     [&](const import_line& each) { return each.setting == line.setting; });
    if (same == out_.lines.end()) {
      out_.lines.push_back(std::move(line));
      return;
    }
    if (same->value == line.value) {
      same->keys.push_back(row.key);
      return;
    }
    row.what = fate::unsupported;
    row.says = row.setting + " is said otherwise by " + same->keys.front();
    row.remedy = "Keep one of the two keys";
    row.setting = row.value = "";
  }

  /// Host and port make one address. One that others could reach is never written: see
  /// server::check_exposure.
  void finish_listen() {
    constexpr std::string_view here = "127.0.0.1";
    std::string port = "11000";
    if (port_.row != nullptr) {
      const bool fine = server::parse_listen("127.0.0.1:" + port_.value).ok();
      if (fine)
        port = port_.value;
      else
        put(*port_.row, unsupported("'" + port_.value + "' is no port", "Write 1 to 65535"));
      if (!fine) port_.row = nullptr;
    }
    std::string host(here);
    if (host_.row != nullptr) {
      verdict what = host_verdict(port, host);
      if (what.what == fate::mapped)
        put(*host_.row, std::move(what), "listen");
      else
        put(*host_.row, std::move(what));
    }
    if (port_.row != nullptr) put(*port_.row, mapped_to("listen", host + ":" + port), "listen");
  }

  verdict host_verdict(const std::string& port, std::string& host) const {
    std::string wanted = host_.value == "localhost" ? host : host_.value;
    if (!is_address(wanted))
      return unsupported("'" + wanted + "' is no IP address",
                         "Listen on 127.0.0.1 behind a proxy that knows its users, or write the "
                         "address into listen; other hosts can reach it with http.open = true");
    if (wanted.find(':') != std::string::npos) wanted = "[" + wanted + "]";
    server::config probe;
    probe.listen = wanted + ":" + port;
    if (auto fine = server::check_exposure(probe); !fine) return unsupported(fine.error());
    host = wanted;
    return mapped_to("listen", probe.listen);
  }

  /// An account counts where Oozie would sign in.
  void finish_mail() {
    const bool signs_in = login_.row != nullptr && truth_in(login_.value).value_or(false);
    const std::string nobody = "nobody signs in without oozie.email.smtp.auth = true";
    if (account_.row != nullptr) {
      if (signs_in)
        put(*account_.row, mapped_to("email_username", account_.value), "email_username");
      else
        put(*account_.row, {fate::ignored, "", nobody, ""});
    }
    if (login_.row != nullptr) {
      if (!signs_in)
        put(*login_.row, {fate::ignored, "", "nobody signs in without email_username", ""});
      else if (account_.row == nullptr)
        put(*login_.row, unsupported("no account is named", "Set oozie.email.smtp.username"));
      else
        put(*login_.row, {fate::ignored, "", "who signs in is said by email_username", ""});
    }
    if (password_ == nullptr) return;
    const found_rule rule = find_rule(password_->key);
    if (signs_in)
      put(*password_, unsupported(std::string(rule.rule->says), std::string(rule.rule->remedy)));
    else
      put(*password_, {fate::ignored, "", nobody, ""});
  }

  static verdict proxy_verdict(const std::string& user, const proxy& what, std::string text) {
    if (what.rows.size() < 2)
      return unsupported("a proxy user needs both .hosts and .groups",
                         "Add the other key; * stands for all");
    for (const std::string& part : {user, what.hosts, what.groups})
      if (!is_proxy_part(part))
        return unsupported("user, hosts and groups hold no blank, no ';' and no '='",
                           "Write names alone, with a comma between hosts and between groups");
    return mapped_to("proxy_users", std::move(text));
  }

  void finish_proxies() {
    import_line line{"proxy_users", "", {}};
    std::vector<std::string> texts;
    for (auto& [user, what] : proxies_) {
      std::string text = user + " hosts=" + what.hosts + " groups=" + what.groups;
      const verdict fine = proxy_verdict(user, what, text);
      for (import_row* row : what.rows) {
        row->what = fine.what;
        row->says = fine.says;
        row->remedy = fine.remedy;
        if (fine.what != fate::mapped) continue;
        row->setting = line.setting;
        row->value = toml_string(text);
        line.keys.push_back(row->key);
      }
      if (fine.what == fate::mapped) texts.push_back(std::move(text));
    }
    line.value = toml_string(joined(texts, "; "));
    if (!texts.empty()) out_.lines.push_back(std::move(line));
  }

  /// Oozie reads the file where no key names admins.
  void add_admins() {
    if (!source_.admins) return;
    for (const import_line& each : out_.lines)
      if (each.setting == "admin_users") return;
    std::vector<std::string> names;
    std::string_view rest = *source_.admins;
    while (!rest.empty()) {
      const std::string_view one = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), one.size() + 1));
      const std::string_view name = trim(one.substr(0, one.find('#')));
      if (!name.empty()) names.emplace_back(name);
    }
    if (names.empty()) return;
    import_row row{
        "adminusers.txt", source_.folder + "/adminusers.txt", fate::ignored, "", "", "", ""};
    put(row, mapped_to("admin_users", joined(names, ",")), "admin_users");
    out_.rows.push_back(std::move(row));
  }

  const import_source& source_;
  import_outcome out_;
  std::map<std::string, size_t, std::less<>> seen_;   ///< The row of each key.
  std::vector<std::pair<std::string, bool>> values_;  ///< Of each row, and whether it is final.
  model::configuration conf_;                         ///< What ${...} may refer to.
  size_t replaced_ = 0;
  size_t unknown_ = 0;
  held host_;
  held port_;
  held login_;
  held account_;
  import_row* password_ = nullptr;
  std::map<std::string, proxy> proxies_;
};

}  // namespace

size_t import_outcome::count(fate what) const {
  return static_cast<size_t>(std::count_if(
      rows.begin(), rows.end(), [&](const import_row& row) { return row.what == what; }));
}

result<import_outcome> import_site(const import_source& source) { return importer(source).run(); }

}  // namespace foliot::offline
