#include <algorithm>
#include <utility>

#include "datasets/extended_json/write.hpp"
#include "datasets/generate/csv.hpp"
#include "datasets/generate/yardstick.hpp"

namespace shardsweep::generate {
namespace {

enum Field {
  id,
  user,
  device,
  country,
  status,
  created,
  order,
  uuid,
  email,
  month,
  host,
  score,
  session,
  field_count
};

std::string thousandths(std::uint32_t value) {
  return std::to_string(value / 1000) + '.' + padded(value % 1000, 3);
}

class YardstickText : public RowWriter {
 public:
  YardstickText(const Recipe& recipe, std::vector<std::string> names)
      : recipe_(recipe), names_(std::move(names)) {}

  void append_rows(std::uint64_t first, std::uint64_t last, std::string& out) const override {
    for (std::uint64_t row = first; row < last; ++row) {
      append_row(yardstick_row(recipe_, row), row, out);
    }
  }

 protected:
  virtual void append_row(const YardstickRow& values, std::uint64_t row,
                          std::string& out) const = 0;
  const std::vector<std::string>& names() const { return names_; }

 private:
  Recipe recipe_;
  std::vector<std::string> names_;
};

class YardstickCsv final : public YardstickText {
 public:
  YardstickCsv(const Recipe& recipe, std::vector<std::string> names)
      : YardstickText(recipe, std::move(names)) {
    // Each element: type byte, name, NUL, value; a document adds its length and a NUL
    // (bsonspec.org). The texts that vary are added by append_row.
    constexpr std::size_t values = 12 + 8 + 4 + 5 + 5 + 8 + 8 + 21 + 5 + 5 + 5 + 8 + 8;
    fixed_bytes_ = 4 + values + 1;
    for (const std::string& name : this->names()) fixed_bytes_ += 1 + name.size() + 1;
  }

  std::string header() const override {
    std::string line;
    for (std::size_t i = user; i < field_count; ++i) line += csv_cell(names()[i]) + ',';
    return line + "doc_bytes\n";
  }

 protected:
  void append_row(const YardstickRow& values, std::uint64_t, std::string& out) const override {
    const std::string cells[] = {
        yardstick_country(values.country), std::string(yardstick_status(values.status)),
        yardstick_email(values.user), yardstick_month(values.month), yardstick_host(values.host)};
    std::size_t bytes = fixed_bytes_;
    for (const std::string& cell : cells) bytes += cell.size();
    const auto put = [&out](std::string_view text, char after = ',') {
      out.append(text).push_back(after);
    };
    put(std::to_string(values.user));
    put(std::to_string(values.device));
    put(cells[0]);
    put(cells[1]);
    put(std::to_string(values.created));
    put(std::to_string(values.order));
    put(uuid_text(values.uuid.view()));
    for (const std::size_t i : {2, 3, 4}) put(cells[i]);
    put(thousandths(values.score_thousandths));
    put(std::to_string(values.session));
    put(std::to_string(bytes), '\n');
  }

 private:
  std::size_t fixed_bytes_ = 0;
};

class YardstickJson final : public YardstickText {
 public:
  YardstickJson(const Recipe& recipe, std::vector<std::string> names)
      : YardstickText(recipe, std::move(names)) {
    for (std::size_t i = 0; i < field_count; ++i) {
      heads_.push_back(i == 0 ? "{" : ",");
      extended_json::write_string(this->names()[i], heads_.back());
      heads_.back() += ':';
    }
  }

 protected:
  void append_row(const YardstickRow& values, std::uint64_t row, std::string& out) const override {
    const auto put = [&](Field field, std::string_view before, std::string_view text,
                         std::string_view after) {
      out.append(heads_[field]).append(before).append(text).append(after);
    };
    const auto put_long = [&](Field field, std::int64_t value) {
      put(field, "{\"$numberLong\":\"", std::to_string(value), "\"}");
    };
    put(id, "{\"$oid\":\"", hex_text(yardstick_object_id(values, row).view()), "\"}");
    put_long(user, values.user);
    put(device, "", std::to_string(values.device), "");
    put(country, "\"", yardstick_country(values.country), "\"");
    put(status, "\"", yardstick_status(values.status), "\"");
    put(created, "{\"$date\":{\"$numberLong\":\"", std::to_string(values.created), "\"}}");
    put_long(order, values.order);
    put(uuid, "{\"$uuid\":\"", uuid_text(values.uuid.view()), "\"}");
    put(email, "\"", yardstick_email(values.user), "\"");
    put(month, "\"", yardstick_month(values.month), "\"");
    put(host, "\"", yardstick_host(values.host), "\"");
    put(score, "", thousandths(values.score_thousandths), "");
    put_long(session, values.session);
    out += "}\n";
  }

 private:
  std::vector<std::string> heads_;
};

}  // namespace

std::unique_ptr<RowWriter> yardstick_writer(const Recipe& recipe, Format format,
                                            std::vector<std::string> names) {
  if (format == Format::csv) return std::make_unique<YardstickCsv>(recipe, std::move(names));
  if (format == Format::jsonl) return std::make_unique<YardstickJson>(recipe, std::move(names));
  return nullptr;
}

}  // namespace shardsweep::generate
