#include "host/report/json_writer.hpp"

#include "datasets/extended_json/write.hpp"

namespace shardsweep::host {

void JsonWriter::separate() {
  if (comma_) out_ += ',';
  if (break_) out_ += '\n';
  comma_ = true;
  break_ = false;
}

void JsonWriter::open(char bracket) {
  separate();
  out_ += bracket;
  comma_ = false;
}

void JsonWriter::close(char bracket) {
  if (break_) out_ += '\n';
  break_ = false;
  out_ += bracket;
  comma_ = true;
}

void JsonWriter::key(std::string_view name) {
  separate();
  extended_json::write_string(name, out_);
  out_ += ':';
  comma_ = false;
}

void JsonWriter::text(std::string_view value) {
  separate();
  extended_json::write_string(value, out_);
}

void JsonWriter::number(std::uint64_t value) {
  raw(std::to_string(value));
}

void JsonWriter::number(double value) {
  raw(extended_json::shortest_double(value));
}

void JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
}

}  // namespace shardsweep::host
