#include "store/record_shape.hpp"

#include <utility>
#include <variant>
#include <vector>

#include "store/codec.hpp"
#include "store/rewrite.hpp"

namespace foliot::store {

namespace {

model::node_list unshared(const model::node_list& before, const model::node_list& after) {
  std::vector<model::node_state> out;
  for (size_t page = 0; page < after.pages().size(); ++page) {
    if (page < before.pages().size() && before.pages()[page] == after.pages()[page]) continue;
    const auto& states = after.pages()[page]->states;
    out.insert(out.end(), states.begin(), states.end());
  }
  out.insert(out.end(), after.tail().begin(), after.tail().end());
  return model::node_list(std::move(out));
}

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

model::any_record news_of(const model::any_record& before, const model::any_record& after) {
  model::any_record out = after;
  const auto* was = std::get_if<model::workflow_record>(&before);
  auto* is = std::get_if<model::workflow_record>(&out);
  if (was == nullptr || is == nullptr) return out;
  is->nodes = unshared(was->nodes, is->nodes);
  is->kept = unshared(was->kept, is->kept);
  return out;
}

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
