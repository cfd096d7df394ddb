#include "server/console_link.hpp"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <caf/abstract_actor.hpp>
#include <caf/actor_cast.hpp>
#include <caf/actor_system.hpp>
#include <caf/message.hpp>
#include <caf/openssl/manager.hpp>
#include <caf/scoped_actor.hpp>
#include <caf/sec.hpp>
#include <chrono>
#include <mutex>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>

#include "actors/admin.hpp"
#include "actors/admin_protocol.hpp"
#include "exec/unique_fd.hpp"
#include "server/console_keys.hpp"
#include "server/tls_system.hpp"

namespace foliot::server {

namespace admin = actors::admin;

namespace {

constexpr size_t secret_bytes_max = 64 << 10;
constexpr std::chrono::seconds connect_limit{10};
/// Longer than any command takes to be on disk.
constexpr std::chrono::seconds answer_limit{30};
/// The engine says at least once a second that there is nothing new.
constexpr std::chrono::seconds news_limit{5};

constexpr const char* it_ended = "the engine ended, or closed it";

failure lost(const std::string& why) {
  return {errc::unavailable, "the connection to the engine is lost (" + why + ")", "", "",
          "Ask again"};
}

/// CAF's own names tell a user nothing.
std::string why_lost(const caf::error& error, std::chrono::seconds patience) {
  if (error != caf::sec::request_timeout) return it_ended;
  return "no answer within " + std::to_string(patience.count()) + " seconds";
}

/// Whether the question changes something where it arrives.
template <class Question>
bool is_order(const Question&) {
  return std::is_same_v<Question, admin::change_setting> ||
         std::is_same_v<Question, admin::retry_quarantined>;
}
bool is_order(const admin::user_request& question) { return question.method != "GET"; }

failure told(const admin::outcome& head) {
  failure out{errc::bad_input, head.sentence, "", head.place, head.remedy};
  for (size_t code = 0; code < static_cast<size_t>(errc::count_); ++code)
    if (name(static_cast<errc>(code)) == head.code) return out.code = static_cast<errc>(code), out;
  out.oozie = head.code;
  return out;
}

/// Whether anybody listens there: of CAF one only learns that it did not work.
result<void> knock(const listen_address& where) {
  const std::string place = where.host + ":" + std::to_string(where.port);
  addrinfo wish{};
  wish.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(where.host.c_str(), std::to_string(where.port).c_str(), &wish, &found) != 0)
    return failure{errc::not_found, "there is no such host", "", place, "Check --connect"};
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> all(found, ::freeaddrinfo);
  for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
    const exec::unique_fd socket(
        ::socket(each->ai_family, each->ai_socktype | SOCK_CLOEXEC, each->ai_protocol));
    const timeval limit{5, 0};
    ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (socket && ::connect(socket.get(), each->ai_addr, each->ai_addrlen) == 0) return {};
  }
  return failure{errc::unavailable, "no engine listens for consoles there", "", place,
                 "Start one with 'foliot serve', or check --data or --connect"};
}

/// Whether the engine has gone: told by another thread. What is sent to an engine that is gone is
/// not answered, so its end is kept in mind, and who waits for an answer is woken.
class engine_end {
 public:
  explicit engine_end(caf::strong_actor_ptr self) : self_(std::move(self)) {}

  bool seen() const {
    const std::lock_guard lock(mutex_);
    return gone_;
  }
  void come() {
    const std::lock_guard lock(mutex_);
    gone_ = true;
    wake();
  }
  /// That `self` waits for the answer of this number.
  void wait(caf::message_id answer) {
    const std::lock_guard lock(mutex_);
    answer_ = answer;
    if (gone_) wake();
  }
  void answered() {
    const std::lock_guard lock(mutex_);
    answer_.reset();
  }
  /// Nobody is woken any more.
  void forget() {
    const std::lock_guard lock(mutex_);
    answer_.reset();
    self_ = nullptr;
  }

 private:
  void wake() {
    if (!answer_) return;
    const auto ended = caf::make_message(caf::make_error(caf::sec::request_receiver_down));
    self_->enqueue(nullptr, *std::exchange(answer_, std::nullopt), ended, nullptr);
  }

  mutable std::mutex mutex_;
  bool gone_ = false;
  caf::strong_actor_ptr self_;
  std::optional<caf::message_id> answer_;
};

}  // namespace

struct console_link::parts {
  tls_config settings;
  std::unique_ptr<caf::actor_system> system;
  std::optional<caf::scoped_actor> self;
  admin::admin_actor engine;
  std::string pass;
  admin::status_report welcome;
  /// How long an answer may take: of a host that fell silent, none ever comes.
  std::chrono::seconds patience = answer_limit;
  std::shared_ptr<engine_end> end;
  /// Whether the last words were sent at all.
  bool sent = false;

  ~parts() {
    if (end) end->forget();
    engine = nullptr;
    self.reset();
  }

  result<void> connect(const listen_address& where);
  result<admin::greeting> greet(const std::string& console, uint32_t version);

  /// Sends `words` and waits for the one answer.
  template <class Answer, class... Words>
  result<Answer> exchange(const Words&... words) {
    sent = !end->seen();
    if (!sent) return lost(it_ended);
    result<Answer> out = lost("no answer");
    auto answer = (*self)->request(engine, patience, words...);
    end->wait(answer.id());
    answer.receive([&](Answer& came) { out = std::move(came); },
                   [&](const caf::error& error) { out = lost(why_lost(error, patience)); });
    end->answered();
    return out;
  }

  /// The same within the conversation: `question.pass` is filled in.
  template <class Answer, class Question, class... Before>
  result<Answer> ask(Question question, const Before&... before) {
    if (pass.empty()) return lost("it was closed");
    question.pass = std::exchange(pass, {});
    result<Answer> out = exchange<Answer>(before..., question);
    if (!out && sent && is_order(question)) {
      failure unknown = std::move(out).error();
      unknown.remedy = "An order may have been taken all the same: look";
      return unknown;
    }
    if (!out) return out;
    pass = out->head.pass;
    if (out->head.code.empty()) return out;
    return told(out->head);
  }
};

result<void> console_link::parts::connect(const listen_address& where) {
  result<void> out;
  (*self)
      ->request(system->openssl_manager().actor_handle(), connect_limit, caf::connect_atom_v,
                where.host, where.port)
      .receive(
          [&](const caf::node_id&, caf::strong_actor_ptr& found, std::set<std::string>& offers) {
            const auto wanted = system->message_types(caf::detail::type_list<admin::door_actor>{});
            if (found && std::includes(offers.begin(), offers.end(), wanted.begin(), wanted.end()))
              engine = caf::actor_cast<admin::admin_actor>(found);
            else
              out = failure{errc::unsupported, "what listens there is no Foliot engine", "", "",
                            "Check --connect"};
          },
          [&](const caf::error&) {
            out = failure{errc::forbidden, "the engine refuses this console", "", "",
                          "Its certificate was revoked, has expired, or is that of another engine "
                          "(on the engine's host: 'foliot console certificates'), or this is not "
                          "its port for consoles (in its data directory: console/port)"};
          });
  return out;
}

result<admin::greeting> console_link::parts::greet(const std::string& console, uint32_t version) {
  // A version that knows less closes the connection, or says so.
  auto out = exchange<admin::greeting>(admin::hello{version, FOLIOT_VERSION, console});
  if (!out) return out;
  if (out->protocol != version && out->refusal.empty())
    return failure{errc::unsupported,
                   "the engine speaks version " + std::to_string(out->protocol) +
                       " of the protocol (foliot " + out->program + "), this console version " +
                       std::to_string(version) + " (foliot " + FOLIOT_VERSION + ")",
                   "", "", "Use the console of the engine's own version"};
  if (out->protocol != version) return failure{errc::unsupported, out->refusal, "", "", ""};
  if (!out->refusal.empty()) return failure{errc::forbidden, out->refusal, "", "", ""};
  return out;
}

console_link::console_link(std::unique_ptr<parts> made) : parts_(std::move(made)) {}
console_link::~console_link() = default;

result<std::unique_ptr<console_link>> console_link::open(const console_target& target,
                                                         uint32_t console_version) {
  auto file = read_console_file(target.secret);
  if (!file) return std::move(file).error();
  const auto facts = read_certificate(file->leaf);
  if (!facts) return facts.error();
  if (auto there = knock(target.where); !there) return std::move(there).error();
  auto made = std::make_unique<parts>();
  if (auto shown = made->settings.present(file->leaf, file->key); !shown)
    return std::move(shown).error();
  if (auto trusted = made->settings.trust(file->engine_anchor); !trusted)
    return std::move(trusted).error();
  made->system = std::make_unique<caf::actor_system>(made->settings);
  made->system->await_actors_before_shutdown(false);
  made->self.emplace(*made->system);
  if (auto connected = made->connect(target.where); !connected) return std::move(connected).error();
  made->end = std::make_shared<engine_end>(caf::actor_cast<caf::strong_actor_ptr>(*made->self));
  caf::actor_cast<caf::abstract_actor*>(made->engine)->attach_functor([end = made->end] {
    end->come();
  });
  const auto greeting = made->greet(facts->name, console_version);
  if (!greeting) return greeting.error();
  auto signature = sign_text(file->key, admin::signed_text(greeting->challenge, facts->name));
  if (!signature) return std::move(signature).error();
  auto welcome = made->exchange<admin::status_report>(
      admin::proof{greeting->challenge, facts->name, std::move(*signature)});
  if (!welcome) return std::move(welcome).error();
  if (!welcome->head.code.empty()) return told(welcome->head);
  made->pass = welcome->head.pass;
  made->welcome = std::move(*welcome);
  return std::unique_ptr<console_link>(new console_link(std::move(made)));
}

const admin::status_report& console_link::welcome() const { return parts_->welcome; }
bool console_link::is_lost() const { return parts_->end->seen(); }

result<admin::status_report> console_link::status() {
  return parts_->ask<admin::status_report>(admin::ask{}, admin::status_atom{});
}
result<admin::tree_report> console_link::tree(const std::string& id, uint32_t limit) {
  return parts_->ask<admin::tree_report>(admin::ask{"", id, limit}, admin::tree_atom{});
}
result<admin::entity_report> console_link::entity(const std::string& id) {
  return parts_->ask<admin::entity_report>(admin::ask{"", id}, admin::entity_atom{});
}
result<admin::actors_report> console_link::actors() {
  return parts_->ask<admin::actors_report>(admin::ask{}, admin::actors_atom{});
}
result<admin::committer_report> console_link::committer() {
  return parts_->ask<admin::committer_report>(admin::ask{}, admin::committer_atom{});
}
result<admin::datasets_report> console_link::datasets(uint32_t limit) {
  return parts_->ask<admin::datasets_report>(admin::ask{"", "", limit}, admin::datasets_atom{});
}
result<admin::slots_report> console_link::slots() {
  return parts_->ask<admin::slots_report>(admin::ask{}, admin::slots_atom{});
}
result<admin::runs_report> console_link::runs(uint32_t limit) {
  return parts_->ask<admin::runs_report>(admin::ask{"", "", limit}, admin::runs_atom{});
}
result<admin::quarantine_report> console_link::quarantine(uint32_t limit) {
  return parts_->ask<admin::quarantine_report>(admin::ask{"", "", limit}, admin::quarantine_atom{});
}
result<admin::settings_report> console_link::settings() {
  return parts_->ask<admin::settings_report>(admin::ask{}, admin::settings_atom{});
}
result<admin::settings_report> console_link::change(const std::string& name,
                                                    const std::string& value) {
  return parts_->ask<admin::settings_report>(admin::change_setting{"", name, value});
}
result<admin::pulse_report> console_link::pulse() {
  return parts_->ask<admin::pulse_report>(admin::ask{}, admin::pulse_atom{});
}
result<admin::retry_report> console_link::retry(const std::string& id) {
  return parts_->ask<admin::retry_report>(admin::retry_quarantined{"", id});
}
result<admin::user_reply> console_link::request(admin::user_request what) {
  // The engine would close the connection.
  if (what.body.size() > admin::admin_request_bytes_max) return admin::too_long_for_a_console();
  return parts_->ask<admin::user_reply>(std::move(what));
}
result<void> console_link::follow(const std::string& id) {
  auto out = parts_->ask<admin::news>(admin::follow{"", id});
  return out ? result<void>() : result<void>(std::move(out).error());
}
result<admin::news> console_link::next_news() {
  parts_->patience = news_limit;
  auto out = parts_->ask<admin::news>(admin::next_news{});
  parts_->patience = answer_limit;
  return out;
}

result<console_target> local_target(const std::string& data) {
  const std::string folder = data + "/console";
  auto port = read_small_file(folder + "/port", secret_bytes_max);
  if (!port) {
    failure out = std::move(port).error();
    if (out.code == errc::not_found) {
      out.code = errc::unavailable;
      out.sentence = "no engine with consoles runs on this data directory";
      out.place = data;
      out.remedy = "Start one with 'foliot serve --data DIR', or name another with --data";
    } else if (out.remedy.empty()) {
      out.remedy = "Ask as the user who runs the engine, or with --connect and --certificate";
    }
    return out;
  }
  while (!port->empty() && port->back() == '\n') port->pop_back();
  auto where = parse_listen(*port);
  if (!where) return std::move(where).error().within(folder + "/port");
  auto secret = read_secret_file(folder + "/local.console", secret_bytes_max);
  if (!secret) {
    failure out = std::move(secret).error();
    if (out.code == errc::not_found) {
      out.sentence = "this host's own console was revoked";
      out.place = data;
      out.remedy =
          "Make a file with 'foliot console certificate NAME --data DIR', then use --connect "
          "HOST:PORT --certificate FILE";
    }
    return out;
  }
  // Who listens everywhere is reached at home.
  if (where->host == "0.0.0.0") where->host = "127.0.0.1";
  if (where->host == "::") where->host = "::1";
  return console_target{std::move(*where), std::move(*secret)};
}

result<console_target> remote_target(const std::string& where, const std::string& file) {
  const size_t colon = where.rfind(':');
  const std::string digits = colon == std::string::npos ? "" : where.substr(colon + 1);
  const bool number = !digits.empty() && digits.size() <= 5 &&
                      digits.find_first_not_of("0123456789") == std::string::npos;
  const unsigned long port = number ? std::stoul(digits) : 0;
  if (port == 0 || port > UINT16_MAX || colon == 0)
    return failure{errc::bad_input, "this is no HOST:PORT", "", where,
                   "Write it as engine.example.org:11001; the engine's file console/port tells it"};
  std::string host = where.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']')
    host = host.substr(1, host.size() - 2);
  auto secret = read_secret_file(file, secret_bytes_max);
  if (!secret) return std::move(secret).error();
  return console_target{{std::move(host), static_cast<uint16_t>(port)}, std::move(*secret)};
}

}  // namespace foliot::server
