#include "tools/client/cli_looks.hpp"

#include "tools/client/cli_options.hpp"
#include "tools/client/commands.hpp"

namespace foliot::client {

namespace {

void add_coming(const add_remote_fn& add, choices& chosen) {
  CLI::App* coming = add("coming", "Which actions of a job come next, and on which data",
                         [&chosen](const console& to, connection& server) {
                           return client::coming(to, server, chosen.id, chosen.coming);
                         });
  coming->add_option("ID", chosen.id, "Coordinator or bundle")->required();
  coming->add_option("--from", chosen.coming.from, "First nominal time, such as 2026-01-05T00:00Z");
  coming->add_option("--to", chosen.coming.to, "Nominal time before which they are");
  coming->add_option("--count", chosen.coming.count, "At most so many (10)")
      ->check(CLI::Range(1, 1'000));
}

void add_past(const add_remote_fn& add, choices& chosen) {
  CLI::App* history = add("history", "What happened to it, event by event: when, who, why",
                          [&chosen](const console& to, connection& server) {
                            chosen.history.id = chosen.id;
                            return client::history(to, server, chosen.history);
                          });
  history->add_option("ID", chosen.id, "Job, action (...-C@7) or node (...-W@name)")->required();
  add_history_options(history, chosen.history);
  CLI::App* tree = add("tree", "A job with all that lies below it",
                       [&chosen](const console& to, connection& server) {
                         return client::tree(to, server, chosen.id, chosen.tree_length);
                       });
  tree->add_option("ID", chosen.id, "Job or action")->required();
  add_tree_options(tree, chosen.tree_length);
}

void add_datasets(const add_remote_fn& add, choices& chosen) {
  datasets_options& which = chosen.datasets;
  CLI::App* datasets = add("datasets", "Which data is waited for, and by whom",
                           [&which](const console& to, connection& server) {
                             return client::datasets(to, server, which);
                           });
  datasets->add_flag("--missing", which.missing, "Only what is not there");
  datasets->add_option("--coordinator", which.coordinator, "Only what this job waits for");
  datasets->add_option("--prefix", which.prefix, "Only URIs that begin so");
  datasets->add_option("--after", which.after, "Only URIs behind this one");
  datasets->add_option("--len", which.length, "Rows (100)")->check(CLI::Range(1, 1'000));
}

}  // namespace

void add_looks(const add_remote_fn& add, choices& chosen) {
  const auto look = [&](const std::string& name, const std::string& help,
                        int (*what)(const console&, connection&, const std::string&)) {
    add(name, help,
        [&chosen, what](const console& to, connection& server) {
          return what(to, server, chosen.id);
        })
        ->add_option("ID", chosen.id, "Job, action (...-C@7) or node (...-W@name)")
        ->required();
  };
  look("info", "Show a job, action or node", client::info);
  look("why", "Why is it not running? What it waits for, since when, and the remedy", client::why);
  look("log", "What happened to a job, line by line", client::log);
  look("warnings", "What in a job's definitions deserves a look", client::warnings);
  add_past(add, chosen);
  add_coming(add, chosen);
  add_datasets(add, chosen);
  add("backlog", "How many starts are coming, and how fast they are let go",
      [&chosen](const console& to, connection& server) {
        return client::backlog(to, server, chosen.held);
      })
      ->add_flag("--held", chosen.held, "As if all that is suspended were resumed now");
  CLI::App* audit = add("audit", "Orders to many jobs: who, when, and what came of",
                        [&chosen](const console& to, connection& server) {
                          return client::audit(to, server, chosen.id, chosen.audit_length);
                        });
  audit->add_option("ID", chosen.id, "An entry, to see all its jobs");
  audit->add_option("--len", chosen.audit_length, "Entries, the newest (20)")
      ->check(CLI::Range(1, 10'000));
}

}  // namespace foliot::client
