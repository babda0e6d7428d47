// Branches, and the labels they go to.
#include "tests/ptx_emulator/decoder.hpp"
#include "tests/ptx_emulator/lexer.hpp"

namespace shardsweep::ptx {

void Decoder::branch_to(const std::string& label) {
  emit(nullptr, Flow::branch);
  fixups_.push_back(
      {static_cast<u32>(kernel_.code.size() - 1), absent, 0, statement_->scope, label});
}

void Decoder::branch_by_table(const Operand& index, const std::string& table) {
  const auto found = function_->branch_targets.find(table);
  if (found == function_->branch_targets.end()) fail("unknown table " + table);
  Insn& insn = emit(nullptr, Flow::branch_table);
  add_input(insn, index, 4);
  insn.used_inputs = 1;
  insn.target = static_cast<u32>(kernel_.tables.size());
  kernel_.tables.emplace_back(found->second.size(), absent);
  for (u32 i = 0; i < found->second.size(); ++i) {
    fixups_.push_back({0, insn.target, i, statement_->scope, found->second[i]});
  }
}

u32 Decoder::label_target(u32 scope, const std::string& label) const {
  for (; scope != absent; scope = function_->scopes[scope]) {
    for (const Label& found : function_->labels) {
      if (found.scope == scope && found.name == label) return first_insn_[found.statement];
    }
  }
  throw ParseError("unknown label " + label + " in " + function_->name);
}

void Decoder::resolve_labels() {
  for (const Fixup& fixup : fixups_) {
    const u32 target = label_target(fixup.scope, fixup.label);
    if (fixup.table == absent) {
      kernel_.code[fixup.insn].target = target;
    } else {
      kernel_.tables[fixup.table][fixup.entry] = target;
    }
  }
}

}  // namespace shardsweep::ptx
