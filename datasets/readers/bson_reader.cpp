#include "datasets/readers/bson_reader.hpp"

#include "datasets/readers/document_cutter.hpp"

namespace shardsweep::datasets {
namespace {

class BsonReader final : public FormatReader {
 public:
  BsonReader(ReadAhead& input, const std::string& name, ReadContext& context)
      : input_(input), cutter_(input), name_(name), context_(context) {}

  bool fill(DocumentBatch& batch) override {
    using Found = DocumentCutter::Found;
    while (!context_.full(batch)) {
      const Found found = cutter_.next();
      if (found == Found::end) return false;
      if (found != Found::document) {
        context_.reject_rest(name_ + " byte " + std::to_string(cutter_.start()),
                             found == Found::damage
                                 ? cutter_.problem()
                                 : "document length -1 (a document has at least 5 bytes)");
        input_.discard_rest();
        return false;
      }
      accept_bson(cutter_.document(), cutter_.start(), name_, check_, context_, batch);
    }
    return true;
  }

 private:
  ReadAhead& input_;
  DocumentCutter cutter_;
  const std::string& name_;
  DocumentCheck check_;
  ReadContext& context_;
};

}  // namespace

void accept_bson(std::string_view document, std::uint64_t start, const std::string& name,
                 DocumentCheck& check, ReadContext& context, DocumentBatch& batch) {
  const auto defect = check.check(document);
  if (!defect) {
    context.accept(document, check.duplicate_names(), batch);
    return;
  }
  std::string reason = "bad document, at byte " + std::to_string(start + defect->offset) + ": ";
  if (!defect->path.empty()) reason += "field \"" + defect->path + "\": ";
  context.reject(name + " byte " + std::to_string(start), reason + defect->what);
}

std::unique_ptr<FormatReader> read_bson(ReadAhead& input, const std::string& name,
                                        ReadContext& context) {
  return std::make_unique<BsonReader>(input, name, context);
}

}  // namespace shardsweep::datasets
