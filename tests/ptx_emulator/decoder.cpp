#include "tests/ptx_emulator/decoder.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "tests/ptx_emulator/instructions/groups.hpp"
#include "tests/ptx_emulator/lexer.hpp"
#include "tests/ptx_emulator/opcode_words.hpp"
#include "tests/ptx_emulator/register_allocation.hpp"
#include "tests/ptx_emulator/special_registers.hpp"

namespace shardsweep::ptx {

namespace {

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : name;
}

const Opcodes& opcodes() {
  static const Opcodes known = [] {
    Opcodes made;
    for (const auto add :
         {add_arithmetic, add_bits, add_carries, add_comparisons, add_control, add_conversions,
          add_fields, add_floating, add_memory, add_moves, add_short_arithmetic, add_warp_wide}) {
      add(made);
    }
    return made;
  }();
  return known;
}

}  // namespace

Kernel Decoder::decode(const Function& entry) {
  kernel_.name = entry.name;
  kernel_.display = demangled(entry.name);
  kernel_.max_threads = entry.max_threads;
  kernel_.entries.assign(module_.functions.size(), absent);
  use_function(static_cast<u32>(&entry - module_.functions.data()));
  for (std::size_t i = 0; i < functions_.size(); ++i) decode_function(functions_[i]);
  for (const auto& [insn, callee] : calls_) kernel_.code[insn].target = kernel_.entries[callee];
  check_recursion();
  finish(entry);
  allocate_registers(kernel_, registers_);
  return std::move(kernel_);
}

u32 Decoder::use_function(u32 index) {
  if (std::find(functions_.begin(), functions_.end(), index) == functions_.end()) {
    functions_.push_back(index);
  }
  return index;
}

void Decoder::decode_function(u32 index) {
  function_index_ = index;
  function_ = &module_.functions[index];
  first_register_ = static_cast<u32>(registers_.size());
  for (const Type& type : function_->registers) {
    const bool predicate = type.kind == Kind::predicate;
    new_register({std::max<u8>(type.size, 2),
                  predicate ? VirtualRegister::Use::predicate : VirtualRegister::Use::lanes, 0});
  }
  lay_out_variables();
  first_insn_.clear();
  fixups_.clear();
  kernel_.entries[index] = static_cast<u32>(kernel_.code.size());
  const Statement end{{"ret"}, {}, absent, false, 0, 0, 0, ~u64{0}, "ret"};
  statement_ = function_->body.empty() ? &end : function_->body.data();
  if (!function_->entry) copy_params(function_->params, false);
  for (const Statement& statement : function_->body) decode_statement(statement);
  decode_statement(end);
  resolve_labels();
}

void Decoder::decode_statement(const Statement& statement) {
  statement_ = &statement;
  first_insn_.push_back(static_cast<u32>(kernel_.code.size()));
  const auto found = opcodes().find(statement.words.front());
  if (found == opcodes().end()) fail("unknown instruction");
  for (std::size_t i = 1; i < statement.words.size(); ++i) {
    if (!is_known_word(statement.words[i])) fail("unknown word ." + statement.words[i]);
  }
  found->second(*this, statement);
}

Insn& Decoder::emit(Run run, Flow flow) {
  Insn& insn = kernel_.code.emplace_back();
  insn.run = run;
  insn.flow = flow;
  insn.used_bytes = statement_->used_bytes;
  if (statement_->guard != absent) {
    insn.guard = first_register_ + statement_->guard;
    insn.guard_negated = statement_->guard_negated;
  }
  kernel_.places.push_back({statement_->line, statement_->text, source_text(statement_->source)});
  return insn;
}

std::string Decoder::source_text(u32 source) const {
  const SourceLine& at = module_.source_lines[source];
  const auto text = [this](u32 file, u32 line) {
    const auto found = module_.files.find(file);
    return found == module_.files.end() ? std::string()
                                        : found->second + ":" + std::to_string(line);
  };
  std::string made = text(at.file, at.line);
  if (at.caller_file != 0) made += ", inlined at " + text(at.caller_file, at.caller_line);
  return made;
}

u32 Decoder::new_register(VirtualRegister made) {
  registers_.push_back(made);
  return static_cast<u32>(registers_.size() - 1);
}

u8 Decoder::width(const Operand& operand, u8 otherwise) const {
  return operand.form == Operand::Form::reg ? registers_[first_register_ + operand.reg].size
                                            : otherwise;
}

void Decoder::add_output(Insn& insn, const Operand& operand, u8 size) {
  u32 id = absent;
  if (operand.form == Operand::Form::sink) {
    id = new_register({size, VirtualRegister::Use::scratch, 0});
  } else if (operand.form == Operand::Form::reg) {
    id = first_register_ + operand.reg;
    if (registers_[id].size != size) fail("a destination of another width");
  } else {
    fail("a destination that is no register");
  }
  insn.out.at(insn.outputs++) = id;
}

void Decoder::add_input(Insn& insn, const Operand& operand, u8 size) {
  insn.in.at(insn.inputs++) = input(operand, size);
}

void Decoder::add_predicate(Insn& insn, const Operand& operand) {
  insn.negated = operand.negated;
  const bool constant_given = operand.form == Operand::Form::immediate;
  insn.in.at(insn.inputs++) =
      constant_given ? constant(operand.bits != 0 ? full_mask : 0, 4) : input(operand, 4);
}

u32 Decoder::input(const Operand& operand, u8 size) {
  switch (operand.form) {
    case Operand::Form::reg: {
      const u32 id = first_register_ + operand.reg;
      if (registers_[id].size != size) fail("a source of another width");
      return id;
    }
    case Operand::Form::immediate:
      return constant(operand.bits, size);
    case Operand::Form::special:
      return special(operand.name, size);
    case Operand::Form::variable:
      return constant(variable_places_[operand.variable] + static_cast<u64>(operand.offset), size);
    case Operand::Form::symbol:
      return symbol(operand, size);
    case Operand::Form::sink:
      return constant(0, size);
    default:
      fail("a source that is no register, constant or name");
  }
}

u32 Decoder::constant(u64 bits, u8 size) {
  if (size < 8) bits &= (u64{1} << (8 * size)) - 1;
  const auto [found, fresh] = constants_.try_emplace({bits, size}, 0);
  if (fresh) found->second = new_register({size, VirtualRegister::Use::constant, bits});
  return found->second;
}

u32 Decoder::special(const std::string& name, u8 size) {
  if (special_named(name) == Special::Name::none) fail("unknown special register " + name);
  const auto [found, fresh] = specials_.try_emplace({name, size}, 0);
  if (fresh) found->second = new_register({size, VirtualRegister::Use::special, 0});
  return found->second;
}

u32 Decoder::symbol(const Operand& operand, u8 size) {
  for (const Variable& variable : module_.variables) {
    if (variable.name != operand.name) continue;
    if (variable.space != Space::shared) {
      const u64 address = addresses_.at(variable.name);
      return constant(address + static_cast<u64>(operand.offset), size);
    }
    if (variable.external) return special("%dynamic_shared", size);
    const u64 place = place_shared(variable.name, variable.size, variable.align);
    return constant(place + static_cast<u64>(operand.offset), size);
  }
  const u32 index = function_index(module_, operand.name);
  if (index == absent) fail("unknown name " + operand.name);
  addresses_taken_.push_back(index);
  return constant(function_window + use_function(index), size);
}

u32 function_index(const Module& module, const std::string& name) {
  u32 found = absent;
  for (u32 i = 0; i < module.functions.size(); ++i) {
    const Function& candidate = module.functions[i];
    if (candidate.name == name && (found == absent || candidate.defined)) found = i;
  }
  return found;
}

void Decoder::add_address(Insn& insn, const Operand& memory) {
  if (memory.form != Operand::Form::memory) fail("a memory operand is expected");
  const Operand& base = memory.list.front();
  insn.offset = memory.offset;
  insn.address_size = width(base, 8);
  add_input(insn, base, insn.address_size);
}

bool Decoder::is_kernel_param(const Operand& memory) const {
  if (!function_->entry) return false;
  const Operand& base = memory.list.front();
  return base.form != Operand::Form::variable || base.variable < function_->params.size();
}

void Decoder::fail(const std::string& what) const {
  throw ParseError(what + " at PTX line " + std::to_string(statement_->line) + ": " +
                   statement_->text);
}

}  // namespace shardsweep::ptx
