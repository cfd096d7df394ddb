// What engine and console say to each other: plain structs, no actor and no CAF type in them. They
// are a protocol between programs of different age: `hello` and `greeting` never change, any other
// change raises `protocol_version` (tests/actors/admin_golden.txt holds the bytes).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "actors/admin_described.hpp"

namespace foliot::actors::admin {

inline constexpr uint32_t protocol_version = 2;

// -- opening -------------------------------------------------------------------------------------

/// The console begins. Frozen.
struct hello {
  uint32_t protocol = protocol_version;
  std::string program;  ///< Version of the console's program.
  std::string console;  ///< Its name.
  FOLIOT_EACH(named{"protocol", x.protocol}, named{"program", x.program},
              named{"console", x.console});
};
/// Frozen. With another protocol or an unknown console, `refusal` is a sentence and the rest of the
/// conversation does not take place.
struct greeting {
  uint32_t protocol = protocol_version;
  std::string program;    ///< Version of the engine's program.
  std::string challenge;  ///< To be signed; good for one proof.
  std::string refusal;
  FOLIOT_EACH(named{"protocol", x.protocol}, named{"program", x.program},
              named{"challenge", x.challenge}, named{"refusal", x.refusal});
};
/// What is signed with the console's key.
inline std::string signed_text(const std::string& challenge, const std::string& console) {
  return "foliot console 1\n" + challenge + "\n" + console + "\n";
}
struct proof {
  std::string challenge;
  std::string console;
  std::string signature;  ///< Of `signed_text`, bytes.
  FOLIOT_EACH(named{"challenge", x.challenge}, named{"console", x.console},
              named{"signature", x.signature});
};

/// Each answer's outcome. `pass` has to be shown with the next question, which makes it worthless:
/// a console has at most one answer that it has not read.
struct outcome {
  std::string pass;      ///< Empty: the conversation is over.
  std::string code;      ///< Empty: it went well; else "conflict", "E0604", ...
  std::string sentence;  ///< What went wrong.
  std::string place;
  std::string remedy;
  FOLIOT_EACH(named{"pass", x.pass}, named{"code", x.code}, named{"sentence", x.sentence},
              named{"place", x.place}, named{"remedy", x.remedy});
};

// -- looking -------------------------------------------------------------------------------------

/// A question of any kind; what a kind has no use for is ignored.
struct ask {
  std::string pass;
  std::string id;       ///< Wire id.
  uint32_t limit = 50;  ///< Most rows; the engine has a limit of its own.
  FOLIOT_EACH(named{"pass", x.pass}, named{"id", x.id}, named{"limit", x.limit});
};

struct status_report {
  outcome head;
  std::string system_id;
  std::string program;
  std::string url;
  std::string data;
  std::string user;  ///< In whose name this console does what it does.
  std::string now;   ///< Times are in UTC: "2026-01-05T03:00:00Z".
  std::string started;
  bool ready = false;
  bool safe_mode = false;
  uint64_t live = 0;  ///< Actors of entities.
  uint64_t steps = 0;
  uint64_t quarantined = 0;
  uint64_t runs_started = 0;
  uint64_t runs_ended = 0;
  uint32_t consoles = 0;  ///< Connected now.
  FOLIOT_EACH(named{"head", x.head}, named{"systemId", x.system_id}, named{"program", x.program},
              named{"url", x.url}, named{"data", x.data}, named{"user", x.user},
              named{"now", x.now}, named{"started", x.started}, named{"ready", x.ready},
              named{"safeMode", x.safe_mode}, named{"live", x.live}, named{"steps", x.steps},
              named{"quarantined", x.quarantined}, named{"runsStarted", x.runs_started},
              named{"runsEnded", x.runs_ended}, named{"consoles", x.consoles});
};

struct tree_row {
  uint32_t depth = 0;  ///< 0: the job that was asked for.
  std::string id;
  std::string kind;
  std::string name;
  std::string status;
  bool pending = false;
  uint64_t version = 0;
  FOLIOT_EACH(named{"depth", x.depth}, named{"id", x.id}, named{"kind", x.kind},
              named{"name", x.name}, named{"status", x.status}, named{"pending", x.pending},
              named{"version", x.version});
};
struct tree_report {
  outcome head;
  std::vector<tree_row> rows;  ///< Parents before children.
  bool more = false;
  FOLIOT_EACH(named{"head", x.head}, named{"rows", x.rows}, named{"more", x.more});
};

struct fact {
  std::string name;
  std::string value;
  FOLIOT_EACH(named{"name", x.name}, named{"value", x.value});
};
/// Something that an entity owes the world.
struct owed_row {
  std::string effect;
  bool handed = false;  ///< To who does it, and not known to be done yet.
  FOLIOT_EACH(named{"effect", x.effect}, named{"handed", x.handed});
};
struct entity_report {
  outcome head;
  std::string id;
  std::string kind;
  std::string status;
  std::string parent;    ///< Empty: it is outermost.
  uint64_t version = 0;  ///< The newest that is on disk.
  bool pending = false;
  std::string alarm;                 ///< When it will be woken; empty: it asked for no time.
  std::vector<std::string> watches;  ///< URIs that it waits for.
  std::vector<std::string> runs;     ///< Programs that the executor has ordered for it.
  std::string quarantine;            ///< Why it is not stepped any more.
  std::vector<fact> record;          ///< What else stands in it.
  bool lives = false;                ///< It has an actor; without, the five below mean nothing.
  uint64_t newest = 0;               ///< Version in memory.
  uint64_t unwritten = 0;            ///< Steps on their way to disk.
  uint64_t mailbox = 0;              ///< Messages that wait for it.
  std::vector<owed_row> owed;        ///< The first of what it owes.
  uint64_t owed_all = 0;
  FOLIOT_EACH(named{"head", x.head}, named{"id", x.id}, named{"kind", x.kind},
              named{"status", x.status}, named{"parent", x.parent}, named{"version", x.version},
              named{"pending", x.pending}, named{"alarm", x.alarm}, named{"watches", x.watches},
              named{"runs", x.runs}, named{"quarantine", x.quarantine}, named{"record", x.record},
              named{"lives", x.lives}, named{"newestVersion", x.newest},
              named{"unwrittenSteps", x.unwritten}, named{"mailbox", x.mailbox},
              named{"owed", x.owed}, named{"owedAll", x.owed_all});
};

struct kind_row {
  std::string kind;
  uint64_t live = 0;
  uint64_t steps = 0;           ///< Since the start of the engine.
  uint64_t messages = 0;        ///< The same, about.
  uint64_t sampled = 0;         ///< Of those of the last minute: behind so many it was looked
  uint64_t mailbox_middle = 0;  ///< how many more waited,
  uint64_t mailbox_most = 0;    ///< for the same entity.
  FOLIOT_EACH(named{"kind", x.kind}, named{"live", x.live}, named{"steps", x.steps},
              named{"messages", x.messages}, named{"sampled", x.sampled},
              named{"mailboxMiddle", x.mailbox_middle}, named{"mailboxMost", x.mailbox_most});
};
/// An entity that took many of the messages that were looked at in the last minute.
struct busy_row {
  std::string id;
  std::string kind;
  uint64_t sampled = 0;
  uint64_t mailbox_most = 0;
  std::string time;  ///< Of the last.
  FOLIOT_EACH(named{"id", x.id}, named{"kind", x.kind}, named{"sampled", x.sampled},
              named{"mailboxMost", x.mailbox_most}, named{"time", x.time});
};
/// An actor that works for all entities.
struct staff_row {
  std::string name;
  uint64_t wait_us = 0;  ///< Microseconds that a message waited for it just now.
  uint64_t mailbox = 0;  ///< Messages that wait for it.
  FOLIOT_EACH(named{"name", x.name}, named{"waitMicroseconds", x.wait_us},
              named{"mailbox", x.mailbox});
};
struct actors_report {
  outcome head;
  std::vector<kind_row> kinds;
  std::vector<staff_row> staff;
  std::vector<busy_row> busiest;
  uint32_t sampled_every = 0;  ///< One message in so many is looked at.
  FOLIOT_EACH(named{"head", x.head}, named{"kinds", x.kinds}, named{"staff", x.staff},
              named{"busiest", x.busiest}, named{"sampledEvery", x.sampled_every});
};

/// Of the last groups.
struct spread {
  uint64_t middle = 0;  ///< Half are at most so large.
  uint64_t p99 = 0;
  uint64_t most = 0;
  FOLIOT_EACH(named{"middle", x.middle}, named{"p99", x.p99}, named{"most", x.most});
};
struct committer_report {
  outcome head;
  uint64_t groups = 0;  ///< Since the start of the engine, as the next four.
  uint64_t steps = 0;
  uint64_t bytes = 0;
  uint64_t wait_us = 0;  ///< Microseconds that a message waited for it just now.
  uint32_t window = 0;   ///< Groups that the three below are about.
  spread group_steps;
  spread group_bytes;
  spread write_us;  ///< Microseconds of write and fsync.
  FOLIOT_EACH(named{"head", x.head}, named{"groups", x.groups}, named{"steps", x.steps},
              named{"bytes", x.bytes}, named{"waitMicroseconds", x.wait_us},
              named{"window", x.window}, named{"groupSteps", x.group_steps},
              named{"groupBytes", x.group_bytes}, named{"writeMicroseconds", x.write_us});
};

struct dataset_row {
  std::string uri;
  uint64_t waiting = 0;              ///< Actions that wait for it.
  std::vector<std::string> waiters;  ///< The first of them.
  FOLIOT_EACH(named{"uri", x.uri}, named{"waiting", x.waiting}, named{"waiters", x.waiters});
};
struct datasets_report {
  outcome head;
  std::vector<dataset_row> rows;
  uint64_t uris = 0;     ///< All in all.
  uint64_t waiters = 0;  ///< Actions that wait for any.
  FOLIOT_EACH(named{"head", x.head}, named{"rows", x.rows}, named{"uris", x.uris},
              named{"waiters", x.waiters});
};

struct slots_report {
  outcome head;
  uint32_t run_slots = 0;     ///< Programs at the same time.
  uint64_t runs_known = 0;    ///< Ordered and not ended: running, or waiting for a slot.
  uint64_t runs_waiting = 0;  ///< Of those.
  uint32_t starts_per_minute = 0;
  uint32_t starts_burst = 0;
  uint64_t starts_waiting = 0;  ///< Actions that the governor holds back.
  uint32_t starts_at_hand = 0;
  FOLIOT_EACH(named{"head", x.head}, named{"runSlots", x.run_slots},
              named{"runsKnown", x.runs_known}, named{"runsWaiting", x.runs_waiting},
              named{"startsPerMinute", x.starts_per_minute}, named{"startsBurst", x.starts_burst},
              named{"startsWaiting", x.starts_waiting}, named{"startsAtHand", x.starts_at_hand});
};

struct run_row {
  std::string name;
  std::string job;    ///< Whose it is.
  std::string state;  ///< "waits" for a slot, else "ordered".
  FOLIOT_EACH(named{"name", x.name}, named{"job", x.job}, named{"state", x.state});
};
struct runs_report {
  outcome head;
  std::vector<run_row> rows;
  uint64_t all = 0;
  FOLIOT_EACH(named{"head", x.head}, named{"rows", x.rows}, named{"all", x.all});
};

struct quarantine_row {
  std::string id;
  std::string since;
  std::string event;
  std::string why;
  FOLIOT_EACH(named{"id", x.id}, named{"since", x.since}, named{"event", x.event},
              named{"why", x.why});
};
struct quarantine_report {
  outcome head;
  std::vector<quarantine_row> rows;
  uint64_t all = 0;
  FOLIOT_EACH(named{"head", x.head}, named{"rows", x.rows}, named{"all", x.all});
};

struct setting_row {
  std::string name;
  std::string value;
  bool changeable = false;  ///< By `change_setting`, while the engine runs.
  std::string bounds;       ///< Of one that is: what may be given.
  FOLIOT_EACH(named{"name", x.name}, named{"value", x.value}, named{"changeable", x.changeable},
              named{"bounds", x.bounds});
};
struct settings_report {
  outcome head;
  std::vector<setting_row> rows;
  FOLIOT_EACH(named{"head", x.head}, named{"rows", x.rows});
};

/// Why actions are not running, and how many each time.
struct waiting_row {
  std::string reason;
  uint64_t waiting = 0;
  FOLIOT_EACH(named{"reason", x.reason}, named{"waiting", x.waiting});
};
/// How fast and how late: the last `window` seconds.
struct pulse_report {
  outcome head;
  uint32_t window = 0;
  uint64_t started = 0;   ///< Actions.
  uint64_t ended = 0;     ///< Of those that had started.
  uint64_t measured = 0;  ///< Starts that the two below are about: the newest.
  spread behind_nominal;  ///< Milliseconds after the action's time.
  spread behind_ready;    ///< After it had all but its turn.
  std::vector<waiting_row> waiting;
  FOLIOT_EACH(named{"head", x.head}, named{"windowSeconds", x.window}, named{"started", x.started},
              named{"ended", x.ended}, named{"measured", x.measured},
              named{"behindNominalMilliseconds", x.behind_nominal},
              named{"behindReadyMilliseconds", x.behind_ready}, named{"waiting", x.waiting});
};

// -- doing ---------------------------------------------------------------------------------------

/// Until the next start of the engine, which reads its settings anew.
struct change_setting {
  std::string pass;
  std::string name;
  std::string value;
  FOLIOT_EACH(named{"pass", x.pass}, named{"name", x.name}, named{"value", x.value});
};

/// Back to work, of an entity that is quarantined: from its last state on disk.
struct retry_quarantined {
  std::string pass;
  std::string id;  ///< Wire id.
  FOLIOT_EACH(named{"pass", x.pass}, named{"id", x.id});
};
struct retry_report {
  outcome head;
  std::string id;
  std::string status;
  uint64_t version = 0;
  bool quarantined = false;  ///< It broke again at once.
  FOLIOT_EACH(named{"head", x.head}, named{"id", x.id}, named{"status", x.status},
              named{"version", x.version}, named{"quarantined", x.quarantined});
};

/// Whatever users can ask and order over HTTP, the same way: permissions, limits, audit.
struct user_request {
  std::string pass;
  std::string method;  ///< "GET", "PUT", "POST"
  std::string path;    ///< "/oozie/v2/job/..."
  std::string query;   ///< Without '?', encoded; who asks is added by the engine.
  std::string content_type;
  std::string body;
  FOLIOT_EACH(named{"pass", x.pass}, named{"method", x.method}, named{"path", x.path},
              named{"query", x.query}, named{"contentType", x.content_type}, named{"body", x.body});
};
struct user_reply {
  outcome head;  ///< Of the conversation; what came of the request is told by `status`.
  uint32_t status = 0;
  std::string reason;
  std::vector<fact> headers;
  std::string body;
  FOLIOT_EACH(named{"head", x.head}, named{"status", x.status}, named{"reason", x.reason},
              named{"headers", x.headers}, named{"body", x.body});
};

// -- watching ------------------------------------------------------------------------------------

/// Every new record of an entity below that job, or of any where `id` is empty, from now on.
struct follow {
  std::string pass;
  std::string id;
  FOLIOT_EACH(named{"pass", x.pass}, named{"id", x.id});
};
/// What has come since the last such message; answered at once, or when something comes, or after a
/// second, empty.
struct next_news {
  std::string pass;
  FOLIOT_EACH(named{"pass", x.pass});
};
struct news_row {
  std::string time;
  std::string id;
  std::string kind;
  std::string status;
  bool pending = false;
  uint64_t version = 0;
  FOLIOT_EACH(named{"time", x.time}, named{"id", x.id}, named{"kind", x.kind},
              named{"status", x.status}, named{"pending", x.pending}, named{"version", x.version});
};
struct news {
  outcome head;
  std::vector<news_row> rows;
  uint64_t dropped = 0;  ///< Since the last answer: the console reads too slowly.
  FOLIOT_EACH(named{"head", x.head}, named{"rows", x.rows}, named{"dropped", x.dropped});
};

}  // namespace foliot::actors::admin
