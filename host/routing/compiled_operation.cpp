#include "host/routing/compiled_operation.hpp"

#include "host/error.hpp"
#include "host/routing/parse_filter.hpp"
#include "host/routing/pipeline.hpp"

namespace shardsweep::host::routing {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using datasets::Operation;
using datasets::OperationKind;
using datasets::OptionalDocument;

UpdateStyle style_of(const Operation& operation) {
  const bson::Value& update = operation.update;
  if (update.type == Type::Array) return UpdateStyle::pipeline;
  if (update.type != Type::Document)
    return operation.kind == OperationKind::replace ? UpdateStyle::replacement
                                                    : UpdateStyle::operators;
  const DocumentView document{bson::ValueView(update)};
  const auto first = document.begin();
  const bool operators = first != document.end() && first->name.starts_with('$');
  return operators ? UpdateStyle::operators : UpdateStyle::replacement;
}

bool same_collation(const OptionalDocument& a, const OptionalDocument& b) {
  return a.bytes == b.bytes || (is_simple_collation(a) && is_simple_collation(b));
}

/// The server targets by _id alone where the equality means one value.
bool exact_id(const Operation& operation, const CompiledFilter& filter,
              const RoutingOptions& options) {
  const std::optional<bson::ValueView> id = filter.equality_at("_id");
  if (!id) return false;
  return !is_collatable(id->type) || operation.collation.view().empty() ||
         same_collation(operation.collation, options.default_collation);
}

/// The filter of the kinds that have one; sets whole_cluster of the others.
MatchNode filter_of(const Operation& operation, CompiledOperation& made) {
  MatchNode filter = parse_filter(operation.filter.view(), operation.let.view());
  if (operation.kind != OperationKind::aggregate) return filter;
  PipelineFilter pipeline = pipeline_filter(operation.pipeline.view(), operation.let.view());
  made.whole_cluster = pipeline.whole_cluster;
  filter.children.push_back(std::move(pipeline.filter));
  return filter;
}

void check_update(const CompiledOperation& made) {
  if (made.multi && made.update == UpdateStyle::replacement)
    throw RefusedError("FailedToParse", "a multi update cannot replace documents");
}

void compile_update(const Operation& operation, CompiledOperation& made) {
  made.update = style_of(operation);
  check_update(made);
  if (made.update == UpdateStyle::replacement)
    made.document = operation.update.type == Type::Document ? operation.update.bytes
                                                            : std::string(DocumentView().bytes());
}

}  // namespace

RoutingOptions options_of(ServerVersion server) {
  RoutingOptions options;
  options.server = server;
  options.single_shard_suffices = server >= ServerVersion::v5_0;
  return options;
}

bool is_simple_collation(const OptionalDocument& collation) {
  if (collation.view().empty()) return true;
  for (const Element& element : collation.view())
    if (element.name == "locale" && element.value.type == Type::String)
      return element.value.as_string() == "simple";
  return false;
}

BoundsRules bounds_rules(const OptionalDocument& collation, const RoutingOptions& options) {
  const bool own = !collation.view().empty();
  return {is_simple_collation(own ? collation : options.default_collation),
          options.server < ServerVersion::v8_0};
}

CompiledOperation compile_operation(const Operation& operation, const RoutingOptions& options) {
  CompiledOperation made;
  made.kind = operation.kind;
  made.multi = operation.multi;
  made.upsert = operation.upsert;
  made.server = options.server;
  const auto& session = operation.session;
  made.in_transaction = session && session->multi_statement;
  made.retryable = !session || (session->transaction_number && !session->multi_statement);
  made.at_cluster_time = operation.at_cluster_time;
  if (operation.kind == OperationKind::insert) {
    const DocumentView document = operation.document.view();
    made.document = options.time_series ? bucket_of(document, *options.time_series)
                                        : std::string(document.bytes());
    return made;
  }
  if (operation.kind == OperationKind::update || operation.kind == OperationKind::replace)
    compile_update(operation, made);
  MatchNode filter = filter_of(operation, made);
  if (options.time_series) filter = bucket_filter(std::move(filter), *options.time_series);
  filter = simplified(std::move(filter));
  made.filter = compile_filter(filter, bounds_rules(operation.collation, options));
  made.has_exact_id = exact_id(operation, made.filter, options);
  return made;
}

}  // namespace shardsweep::host::routing
