#include "store/record_shape.hpp"

#include <variant>

#include "store/codec.hpp"
#include "store/rewrite.hpp"

namespace foliot::store {

namespace {

class code_list {
 public:
  void operator()(const model::bundle_record& record) {
    add(record.error_code);
    for (const model::bundle_member& each : record.members) add(each.refusal_code);
  }
  void operator()(const model::coordinator_record& record) { add(record.error_code); }
  void operator()(const model::action_record& record) {
    if (record.error) add(record.error->code);
  }
  void operator()(const model::workflow_record& record) {
    add(record.error_code);
    for (const model::node_list* list : {&record.nodes, &record.kept})
      for (const model::node_state& each : *list) add(each.error_code);
  }
  std::string out;

 private:
  void add(const std::string& code) {
    if (!code.empty()) out.append(code).append(1, '\n');
  }
};

}  // namespace

std::string codes_in(const model::any_record& record) {
  code_list codes;
  std::visit(codes, record);
  return std::move(codes.out);
}

hash128 shape_of(const model::any_record& record, const std::map<hash128, hash128>& hashes) {
  model::any_record blank = record;
  word_map words = word_map::blank();
  rewriter rewrite(words, hashes);
  std::visit([&](auto& content) { rewrite(content); }, blank);
  return hash_of(encode_record(blank));
}

}  // namespace foliot::store
