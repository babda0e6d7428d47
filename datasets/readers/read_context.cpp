#include "datasets/readers/read_context.hpp"

#include "datasets/error.hpp"

namespace shardsweep::datasets {
namespace {

constexpr std::size_t examples_kept = 5;
constexpr const char* advice_for_rest =
    "; make the file anew, or pass --skip-bad to use what comes before";

}  // namespace

void ReadContext::accept(std::string_view document, bool duplicate_names, DocumentBatch& batch) {
  if (batch.offsets.empty()) batch.clear();
  batch.bytes += document;
  batch.offsets.push_back(batch.bytes.size());
  ++report.documents;
  report.document_bytes += document.size();
  if (duplicate_names) ++report.duplicate_names;
}

void ReadContext::count_skipped(const std::string& where, const std::string& reason) {
  ++report.skipped;
  if (report.skipped_examples.size() < examples_kept)
    report.skipped_examples.push_back({where, reason});
}

void ReadContext::reject(const std::string& where, const std::string& reason) {
  if (!skip_bad) {
    throw DataError(where + ": " + reason +
                    "; repair it, or pass --skip-bad to leave such documents out and count them");
  }
  count_skipped(where, reason);
}

void ReadContext::reject_rest(const std::string& where, const std::string& reason) {
  if (!skip_bad) throw DataError(where + ": " + reason + advice_for_rest);
  count_skipped(where, reason + "; the rest of the input is left out");
}

void ReadContext::reject_damage(const std::string& name, const std::string& text) {
  if (!skip_bad) throw DataError(text + advice_for_rest);
  count_skipped(name, text + "; the rest of the input is left out");
}

}  // namespace shardsweep::datasets
