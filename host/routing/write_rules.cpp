#include "host/routing/write_rules.hpp"

#include "host/error.hpp"

namespace shardsweep::host::routing {
namespace {

using datasets::OperationKind;

[[noreturn]] void no_full_key(const char* what) {
  throw RefusedError("ShardKeyNotFound",
                     std::string(what) + " needs an equality on every field of the shard key");
}

/// More than one shard: a multi write, or a write by _id. Its parts cannot be retried one by one,
/// so it goes everywhere, but not inside a transaction.
WritePlan many_shards(const WriteFacts& facts, const RoutingOptions& options) {
  const bool to_owners = facts.operation.multi && options.multi_writes_to_owners_only;
  if (facts.operation.in_transaction || to_owners) return {Protocol::many_shards, false};
  return {Protocol::broadcast, false};
}

/// 7.1 and later: what reaches several shards finds its document in two phases.
WritePlan plan_now(const WriteFacts& facts, const RoutingOptions& options) {
  const CompiledOperation& write = facts.operation;
  if (write.multi && write.upsert && !facts.has_full_key) no_full_key("a multi upsert");
  if (facts.shards_selected == 1) return {};
  if (write.multi) return many_shards(facts, options);
  const bool by_id =
      write.has_exact_id && !write.upsert && write.kind != OperationKind::find_and_modify;
  if (!by_id) return {Protocol::two_phase, false};
  if (write.in_transaction || !write.retryable) return many_shards(facts, options);
  return {Protocol::retryable_with_id, false};
}

/// Up to 7.0.
WritePlan plan_update_before(const WriteFacts& facts, const RoutingOptions& options) {
  const CompiledOperation& write = facts.operation;
  if (write.upsert && !facts.has_full_key) no_full_key("an upsert");
  if (facts.shards_selected == 1) return {};
  if (write.update == UpdateStyle::replacement) return {Protocol::one_shard, true};
  if (!write.multi && !write.has_exact_id)
    throw RefusedError("InvalidOptions",
                       "an update of one document needs a filter that reaches one shard, or an "
                       "equality on _id");
  return many_shards(facts, options);
}

/// Up to 7.0.
WritePlan plan_removal_before(const WriteFacts& facts, const RoutingOptions& options) {
  const CompiledOperation& write = facts.operation;
  const bool one_shard = facts.shards_selected == 1 && options.single_shard_suffices;
  if (facts.has_full_key || (one_shard && !write.upsert)) return {};
  if (write.kind == OperationKind::find_and_modify) no_full_key("a findAndModify");
  if (!write.multi && !write.has_exact_id) no_full_key("a delete of one document");
  if (facts.shards_selected == 1) return {};
  return many_shards(facts, options);
}

}  // namespace

WritePlan plan_write(const WriteFacts& facts, const RoutingOptions& options) {
  if (options.server >= ServerVersion::v8_0) return plan_now(facts, options);
  const OperationKind kind = facts.operation.kind;
  const bool update = kind == OperationKind::update || kind == OperationKind::replace;
  return update ? plan_update_before(facts, options) : plan_removal_before(facts, options);
}

}  // namespace shardsweep::host::routing
