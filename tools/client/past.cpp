#include "tools/client/past.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/clock.hpp"
#include "http/api.hpp"
#include "server/about.hpp"
#include "time/datetime.hpp"
#include "tools/client/left_out.hpp"

namespace foliot::client {

namespace {

constexpr const char* root = "http://past";

failure unchangeable() {
  return {errc::forbidden, "the past cannot be changed", "", "", "Ask the running engine"};
}

/// What nobody calls: `server` sends only what reads.
class no_commands final : public http::commands {
 public:
  using submit_done = std::function<void(result<http::submitted>)>;
  using order_done = std::function<void(result<model::order_reply>)>;

  void submit(std::string, http::requester, bool, submit_done done) override {
    done(unchangeable());
  }
  void dry_run(std::string, http::requester, submit_done done) override { done(unchangeable()); }
  void update(const entity_id&, std::string, http::requester, bool, submit_done done) override {
    done(unchangeable());
  }
  void order(const entity_id&, model::order, http::requester, order_done done) override {
    done(unchangeable());
  }
  void rerun(const entity_id&, std::string, http::requester, order_done done) override {
    done(unchangeable());
  }
  void bulk(http::bulk_request, http::requester,
            std::function<void(result<model::audit_entry>)> done) override {
    done(unchangeable());
  }
  void datasets_ready(std::vector<std::string>, http::requester,
                      std::function<void(result<http::announced>)> done) override {
    done(unchangeable());
  }
};

/// The answer with the number of those that are not in it, since they cannot be followed.
std::string with_left_out(std::string body, uint64_t left_out) {
  nlohmann::json answer = nlohmann::json::parse(body, nullptr, false);
  if (!answer.is_object()) return body;
  answer["leftOut"] = left_out_of(answer) + left_out;
  return answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class stopped_clock final : public wall_clock {
 public:
  explicit stopped_clock(instant at) : at_(at) {}
  instant now() const override { return at_; }

 private:
  instant at_;
};

}  // namespace

struct past_view::parts {
  parts(const kv_store& store, const store::store_reader& now,
        const model::definitions& definitions, const server::config& settings, store::moment at,
        const store::past_index* index)
      : reader(store, now, definitions, at, index), clock(at.time) {
    http::api_options how;
    how.exists = nullptr;  // which files were there then is in no journal
    const auto zone = time::processing_zone::parse(settings.processing_timezone);
    if (zone) how.orders = {*zone, settings.compat};
    how.latest_from_now = settings.latest_from == server::latest_base::now;
    server::tell_about(how, settings);
    api = std::make_unique<http::api>(reader, definitions, commands, clock, std::move(how));
  }

  result<exec::http_reply> answer(const exec::http_call& what) {
    if (what.method != "GET") return unchangeable();
    http::request in;
    in.method = what.method;
    in.path = what.url.substr(std::string_view(root).size());
    const size_t query = in.path.find('?');
    if (query != std::string::npos) {
      in.query = in.path.substr(query + 1);
      in.path.resize(query);
    }
    in.peer = "127.0.0.1:0";
    exec::http_reply out;
    api->handle(std::move(in), [&](http::response got) {
      out.status = got.status;
      out.reason = got.reason.empty() ? std::string(http::usual_reason(got.status)) : got.reason;
      out.headers = std::move(got.headers);
      out.body = std::move(got.body);
    });
    if (const uint64_t left = reader.take_left_out(); left != 0)
      out.body = with_left_out(std::move(out.body), left);
    return out;
  }

  store::past_reader reader;
  stopped_clock clock;
  no_commands commands;
  std::unique_ptr<http::api> api;
  connection asked{root, [this](const exec::http_call& what) { return answer(what); }};
};

past_view::past_view(const kv_store& store, const store::store_reader& now,
                     const model::definitions& definitions, const server::config& settings,
                     store::moment at, const store::past_index* index)
    : all_(std::make_unique<parts>(store, now, definitions, settings, at, index)) {}

past_view::~past_view() = default;

connection& past_view::server() { return all_->asked; }
const store::past_reader& past_view::reader() const { return all_->reader; }

}  // namespace foliot::client
