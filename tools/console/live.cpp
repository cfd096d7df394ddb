// What follows the engine: `watch` and `top`.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "tools/client/pause.hpp"
#include "tools/console/commands.hpp"
#include "tools/console/render.hpp"

namespace foliot::console {

namespace {

using server::console_link;

constexpr int64_t second_ms = 1'000;

std::string padded(std::string text, size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

void show_row(const client::console& to, const admin::news_row& row) {
  if (to.json) return to.out(to_json(row).dump() + "\n");
  to.out(row.time + "  " + client::painted(to, row.status, padded(row.status, 18)) + "  " +
         client::visible_lines(row.id) + (row.pending ? "  pending" : "") + "  v" +
         std::to_string(row.version) + "\n");
}

/// All that one frame of `top` shows.
struct frame {
  admin::status_report status;
  admin::actors_report actors;
  admin::committer_report committer;
  admin::slots_report slots;
  admin::datasets_report datasets;
  admin::pulse_report pulse;
};

result<frame> look(session& over) {
  return over.ask_on([](console_link& link) -> result<frame> {
    auto status = link.status();
    if (!status) return std::move(status).error();
    auto actors = link.actors();
    if (!actors) return std::move(actors).error();
    auto committer = link.committer();
    if (!committer) return std::move(committer).error();
    auto slots = link.slots();
    if (!slots) return std::move(slots).error();
    auto datasets = link.datasets(1);
    if (!datasets) return std::move(datasets).error();
    auto pulse = link.pulse();
    if (!pulse) return std::move(pulse).error();
    return frame{std::move(*status), std::move(*actors),   std::move(*committer),
                 std::move(*slots),  std::move(*datasets), std::move(*pulse)};
  });
}

std::string count(const std::string& what, uint64_t number) {
  return padded(what, 26) + std::to_string(number) + "\n";
}

/// Steps since the frame before; frames are a second apart.
uint64_t since(uint64_t now, uint64_t before) { return now > before ? now - before : 0; }

std::string three(const admin::spread& of) {
  return std::to_string(of.middle) + " / " + std::to_string(of.p99) + " / " +
         std::to_string(of.most);
}

/// "12.3" of 738 in a minute.
std::string a_second(uint64_t events, uint32_t seconds) {
  const uint64_t tenths = seconds == 0 ? 0 : events * 10 / seconds;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

/// How fast and how late, and why the others wait.
std::string text_of(const client::console& to, const admin::pulse_report& pulse) {
  const std::string window = "the last " + std::to_string(pulse.window) + " s";
  std::string out = "\n" + client::bold(to, padded("actions", 26) + window) + "\n";
  out += padded("started/s", 26) + a_second(pulse.started, pulse.window) + "\n";
  out += padded("ended/s", 26) + a_second(pulse.ended, pulse.window) + "\n";
  out += padded("after their time, ms", 26) + three(pulse.behind_nominal) + "\n";
  out += padded("after they could, ms", 26) + three(pulse.behind_ready) + "\n";
  out += "\n" + client::bold(to, "waiting for") + "\n";
  for (const admin::waiting_row& row : pulse.waiting)
    out += padded(client::visible_lines(row.reason), 34) + std::to_string(row.waiting) + "\n";
  return out;
}

std::string text_of(const client::console& to, const frame& now, const frame* before) {
  const admin::status_report& status = now.status;
  std::string out = client::bold(to, "foliot " + status.program) + "  " + status.system_id + "  " +
                    status.url + (status.safe_mode ? "  SAFE MODE" : "") + "\n" + status.now +
                    ", up since " + status.started + "\n\n";
  out += client::bold(to, padded("kind", 14) + padded("live", 12) + padded("steps/s", 12) +
                              "most in a mailbox") +
         "\n";
  for (size_t i = 0; i < now.actors.kinds.size(); ++i) {
    const admin::kind_row& row = now.actors.kinds[i];
    const bool known = before != nullptr && i < before->actors.kinds.size();
    out +=
        padded(row.kind, 14) + padded(std::to_string(row.live), 12) +
        padded(known ? std::to_string(since(row.steps, before->actors.kinds[i].steps)) : "-", 12) +
        std::to_string(row.mailbox_most) + "\n";
  }
  const admin::committer_report& disk = now.committer;
  out += "\n" + client::bold(to, "disk") + padded("", 22) + "middle / p99 / most\n";
  out += padded("write and fsync, us", 26) + three(disk.write_us) + "\n";
  out += padded("steps in a group", 26) + three(disk.group_steps) + "\n";
  if (before != nullptr) out += count("groups/s", since(disk.groups, before->committer.groups));
  out += count("committer's queue, us", disk.wait_us);
  out += text_of(to, now.pulse);
  out += "\n" + client::bold(to, "programs") + "\n";
  out += count("ordered and not ended", now.slots.runs_known);
  if (before != nullptr)
    out += count("started/s", since(status.runs_started, before->status.runs_started));
  out += count("quarantined", status.quarantined);
  out += count("consoles", status.consoles);
  return out;
}

}  // namespace

patience waiting(const client::console& to, int tries) {
  return {to.err, [tries](int tried) {
            if (tried == 0) interrupted();
            if (tried >= tries) return false;
            client::pause_for(second_ms);
            return !interrupted();
          }};
}

int watch(const client::console& to, session& over, const std::string& id, uint64_t count) {
  const auto follow = [&](console_link& link) { return link.follow(id); };
  const patience until_back = waiting(to, tries_max);
  if (auto begun = over.ask(follow); !begun) return client::report(to, begun.error());
  interrupted();
  for (uint64_t shown = 0; shown < count && !interrupted();) {
    const auto news = over.ask_on([](console_link& link) { return link.next_news(); });
    if (!news) {
      if (news.error().code != errc::unavailable) return client::report(to, news.error());
      if (auto back = over.come_back(until_back); !back) return client::report(to, back.error());
      // What is lost at once is seen, and waited for, above.
      auto begun = over.ask_on(follow);
      if (!begun && begun.error().code != errc::unavailable)
        return client::report(to, begun.error());
      continue;
    }
    for (const admin::news_row& row : news->rows) {
      if (shown++ >= count) break;
      show_row(to, row);
    }
    if (news->dropped > 0)
      to.err(std::to_string(news->dropped) + " more came faster than they were read\n");
  }
  return client::exit_good;
}

int top(const client::console& to, session& over, bool once) {
  std::optional<frame> before;
  const patience until_back = waiting(to, tries_max);
  if (auto there = over.ready(); !there) return client::report(to, there.error());
  interrupted();
  for (;;) {
    auto now = look(over);
    if (!now && (once || now.error().code != errc::unavailable))
      return client::report(to, now.error());
    if (!now) {
      if (auto back = over.come_back(until_back); !back) return client::report(to, back.error());
      before.reset();
      continue;
    }
    if (to.json) {
      to.out(json{{"status", to_json(now->status)},
                  {"actors", to_json(now->actors)},
                  {"committer", to_json(now->committer)},
                  {"slots", to_json(now->slots)},
                  {"datasets", to_json(now->datasets)},
                  {"pulse", to_json(now->pulse)}}
                 .dump() +
             "\n");
    } else {
      constexpr const char* clear = "\x1b[H\x1b[2J";
      to.out((to.terminal && !once ? clear : "") + text_of(to, *now, before ? &*before : nullptr));
    }
    if (once || interrupted()) return client::exit_good;
    before = std::move(*now);
    client::pause_for(second_ms);
    if (interrupted()) return client::exit_good;
  }
}

}  // namespace foliot::console
