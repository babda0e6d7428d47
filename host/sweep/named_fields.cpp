#include "host/sweep/named_fields.hpp"

#include "host/candidates/field_rules.hpp"
#include "host/error.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {
namespace {

bool all_null(const FieldColumn& column) {
  return column.distinct == 1 && column.dictionary != nullptr &&
         column.dictionary->value(0).type == bson::Type::Null;
}

[[noreturn]] void refuse(const std::string& option, const std::string& why) {
  throw UsageError(printable(option, 120) + ": " + why);
}

}  // namespace

void check_named_fields(const SweepOptions& options, const ColumnTable& table) {
  if (table.rows() == 0) return;
  for (const std::string& path : options.candidates.fields) {
    const FieldColumn* column = table.find(path);
    const bool derived = column != nullptr && !column->derived_from.empty();
    if (column != nullptr && !derived && column->missing == table.rows())
      refuse("--fields " + path, "no document has this field");
  }
  for (const std::string& derive : options.candidates.derive) {
    const FieldColumn* column = table.find(derived_name(derive));
    if (column != nullptr && all_null(*column))
      refuse("--derive " + derive,
             "no document gave a value; is the field there, and of the type "
             "that the function takes?");
  }
  if (!options.cluster.size_field.empty() && table.total_bytes() == 0)
    refuse("--size-field " + options.cluster.size_field,
           "no document has a number of bytes in this field");
}

}  // namespace shardsweep::host
