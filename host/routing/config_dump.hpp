#pragma once

#include <functional>
#include <string>

#include "datasets/collection.hpp"
#include "host/routing/routing_table.hpp"

namespace shardsweep::host::routing {

/// Whether the path is a folder, or an archive of mongodump.
bool is_config_dump(const std::string& path);

/// read_routing_table of a dump of the config database.
RoutingTable read_config_dump(const std::string& path, const TableOptions& options);

/// Calls `take` with every document, in order.
void for_each_document(datasets::Collection& collection,
                       const std::function<void(bson::DocumentView)>& take);

}  // namespace shardsweep::host::routing
