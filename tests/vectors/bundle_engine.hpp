// What the vectors about bundles talk to: the REST interface over a store in memory, with a few
// bundles in it.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "http/api.hpp"
#include "model/definition.hpp"
#include "parse/definitions.hpp"
#include "rehearsal/memory_store.hpp"
#include "store/store_reader.hpp"

namespace foliot::vectors {

/// Two bundles have the name `bundle_name`. The first has the coordinators Coord1 (action 1 FAILED,
/// 2 KILLED), Coord2 (1 KILLED, 2 SUCCEEDED) and Coord3 (1 KILLED). All are joe's; the first one's
/// external id is `external_id`.
class bundle_engine final : public http::commands {
 public:
  static constexpr const char* bundle_name = "nightly";
  static constexpr const char* external_id = "nightly-5";

  bundle_engine();

  /// Files that submissions name, by local path.
  std::map<std::string, std::string> files;

  /// Of the first bundle.
  std::string bundle_wire_id() const;

  /// The answer to a request; `query` is the part behind '?', encoded.
  http::response ask(const std::string& method, const std::string& path, const std::string& query,
                     const std::string& body = "");

  void submit(std::string conf_xml, http::requester who, bool run,
              std::function<void(result<http::submitted>)> done) override;
  void dry_run(std::string conf_xml, http::requester who,
               std::function<void(result<http::submitted>)> done) override;
  void update(const entity_id& job, std::string conf_xml, http::requester who, bool dry_run,
              std::function<void(result<http::submitted>)> done) override;
  void order(const entity_id& job, model::order what, http::requester who,
             std::function<void(result<model::order_reply>)> done) override;
  void rerun(const entity_id& job, std::string conf_xml, http::requester who,
             std::function<void(result<model::order_reply>)> done) override;
  void bulk(http::bulk_request what, http::requester who,
            std::function<void(result<model::audit_entry>)> done) override;
  void datasets_ready(std::vector<std::string> uris, http::requester who,
                      std::function<void(result<http::announced>)> done) override;

 private:
  rehearsal::memory_store store_;
  parse::cached_definitions definitions_;
  std::unique_ptr<store::store_reader> reader_;
  std::unique_ptr<http::api> api_;
};

/// "a b=c" as a value in a query.
std::string encoded(const std::string& text);

}  // namespace foliot::vectors
