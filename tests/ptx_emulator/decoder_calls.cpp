// Calls. Every function has one place for its parameters in each lane, which is why a function
// may not call itself. Arguments and results pass through a mailbox that all functions share, so
// that a call through a register needs to know nothing of its target.
#include <algorithm>

#include "tests/ptx_emulator/decoder.hpp"
#include "tests/ptx_emulator/instructions/groups.hpp"
#include "tests/ptx_emulator/lexer.hpp"

namespace shardsweep::ptx {

void Decoder::call(const Statement& statement) {
  auto at = statement.operands.begin();
  std::vector<u32> results;
  if (at != statement.operands.end() && at->form == Operand::Form::list) {
    results = variables_of(*at++);
  }
  if (at == statement.operands.end()) fail("a call without target");
  const Operand& target = *at++;
  if (at != statement.operands.end() && at->form == Operand::Form::list) {
    copy_params(variables_of(*at), true);
  }
  if (target.form == Operand::Form::reg) {
    Insn& insn = emit(nullptr, Flow::call_register);
    add_input(insn, target, 8);
    insn.used_inputs = 1;
    calls_by_register_.push_back(function_index_);
    use_functions_of_variables();
  } else {
    const u32 callee = function_index(module_, target.name);
    if (callee == absent) fail("unknown function " + target.name);
    if (module_.functions[callee].defined) {
      emit(nullptr, Flow::call);
      calls_.emplace_back(static_cast<u32>(kernel_.code.size() - 1), use_function(callee));
      call_edges_.emplace_back(function_index_, callee);
    } else {
      emit(external_function(target.name));
    }
  }
  copy_params(results, false);
}

/// Tables of functions, those of virtual ones too: a call through a register may come to any of
/// them.
void Decoder::use_functions_of_variables() {
  for (const Variable& variable : module_.variables) {
    for (const Initial& value : variable.values) {
      const u32 index = value.symbol.empty() ? absent : function_index(module_, value.symbol);
      if (index != absent) addresses_taken_.push_back(use_function(index));
    }
  }
}

void Decoder::leave() {
  if (function_->entry) {
    emit(nullptr, Flow::exit);
    return;
  }
  copy_params(function_->returns, true);
  emit(nullptr, Flow::ret);
}

std::vector<u32> Decoder::variables_of(const Operand& list) const {
  std::vector<u32> made;
  for (const Operand& element : list.list) {
    if (element.form != Operand::Form::variable) fail("an argument that is no .param");
    made.push_back(element.variable);
  }
  return made;
}

void Decoder::copy_params(const std::vector<u32>& variables, bool to_mailbox) {
  if (variables.empty()) return;
  Insn& insn = emit(copy_lane_params);
  insn.target = static_cast<u32>(kernel_.copies.size());
  insn.count = static_cast<u32>(variables.size());
  u32 place = 0;
  for (const u32 id : variables) {
    const Variable& variable = function_->variables[id];
    const u32 align = static_cast<u32>(variable.align);
    place = (place + align - 1) / align * align;
    const u32 own = static_cast<u32>(variable_places_[id]);
    const u32 size = static_cast<u32>(variable.size);
    kernel_.copies.push_back(to_mailbox ? ParamCopy{own, place, size}
                                        : ParamCopy{place, own, size});
    place += size;
  }
  if (place > 1024) fail("more than 1024 bytes of arguments");
}

void Decoder::check_recursion() const {
  auto call_edges = call_edges_;
  for (const u32 caller : calls_by_register_) {
    for (const u32 callee : addresses_taken_) call_edges.emplace_back(caller, callee);
  }
  // Functions that do not end up removed call each other in a circle.
  std::vector<u32> left = functions_;
  for (bool removed = true; removed;) {
    removed = std::erase_if(left, [&](u32 function) {
                return std::none_of(call_edges.begin(), call_edges.end(), [&](const auto& edge) {
                  return edge.first == function &&
                         std::find(left.begin(), left.end(), edge.second) != left.end();
                });
              }) > 0;
  }
  for (const u32 function : left) {
    const bool calls_itself_or_back =
        std::any_of(call_edges.begin(), call_edges.end(), [&](const auto& edge) {
          return edge.second == function &&
                 std::find(left.begin(), left.end(), edge.first) != left.end();
        });
    if (calls_itself_or_back) {
      throw ParseError("recursion is not supported: " + module_.functions[function].name);
    }
  }
}

}  // namespace shardsweep::ptx
