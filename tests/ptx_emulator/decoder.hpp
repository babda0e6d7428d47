// A kernel's syntax -> decoded instructions.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tests/ptx_emulator/insn.hpp"
#include "tests/ptx_emulator/syntax.hpp"

namespace shardsweep::ptx {

/// Generic addresses of shared, local and parameter space begin here: far from any mapping.
inline constexpr u64 shared_window = 0x10'0000'0000;
inline constexpr u64 local_window = 0x20'0000'0000;
inline constexpr u64 param_window = 0x30'0000'0000;
inline constexpr u64 window_size = 0x1'0000'0000;
/// The address of a function is this plus its index in the module.
inline constexpr u64 function_window = 0x40'0000'0000;

/// Addresses of a module's variables, as loading gave them.
using Addresses = std::unordered_map<std::string, u64>;

/// A register before it has its place in the file.
struct VirtualRegister {
  enum class Use : u8 {
    lanes,      ///< `size` bytes for each lane
    predicate,  ///< one bit for each lane, in four bytes
    scratch,    ///< of `_`: written as either of them, never read
    constant,
    special,
  };
  u8 size = 0;
  Use use = Use::lanes;
  u64 bits = 0;  ///< of a constant
};

/// Of Module::functions; absent where there is none of that name.
u32 function_index(const Module& module, const std::string& name);

/// Turns the statements of one kernel, and of the functions it calls, into instructions. Groups of
/// instructions (`instructions/`) ask it for registers of their operands.
class Decoder {
 public:
  Decoder(const Module& module, const Addresses& addresses)
      : module_(module), addresses_(addresses) {}

  /// Throws ParseError naming the line and text of a statement that is not known.
  Kernel decode(const Function& entry);

  // For the groups of instructions:

  /// A new instruction for the statement at hand, with its guard; valid until the next one.
  Insn& emit(Run run, Flow flow = Flow::plain);
  void add_output(Insn& insn, const Operand& operand, u8 size);
  void add_input(Insn& insn, const Operand& operand, u8 size);
  /// A predicate source; `!p` sets `negated` of the instruction.
  void add_predicate(Insn& insn, const Operand& operand);
  /// The address of `[base+offset]`, in bytes of the instruction's space.
  void add_address(Insn& insn, const Operand& memory);
  /// Bytes a lane of the operand's register; `otherwise` where it is none.
  [[nodiscard]] u8 width(const Operand& operand, u8 otherwise) const;
  /// Whether a parameter operand is one of the kernel's own.
  [[nodiscard]] bool is_kernel_param(const Operand& memory) const;
  void branch_to(const std::string& label);
  void branch_by_table(const Operand& index, const std::string& table);
  void call(const Statement& statement);
  void leave();
  [[noreturn]] void fail(const std::string& what) const;

 private:
  struct Fixup {
    u32 insn = 0;
    u32 table = absent;  ///< the place in a table instead of an instruction
    u32 entry = 0;
    u32 scope = 0;
    std::string label;
  };

  void decode_function(u32 index);
  void lay_out_variables();
  u64 place_param(u64 size, u64 align);
  u64 place_shared(const std::string& name, u64 size, u64 align);
  void decode_statement(const Statement& statement);
  void resolve_labels();
  [[nodiscard]] u32 label_target(u32 scope, const std::string& label) const;
  void check_recursion() const;
  void finish(const Function& entry);
  u32 input(const Operand& operand, u8 size);
  u32 constant(u64 bits, u8 size);
  u32 special(const std::string& name, u8 size);
  u32 symbol(const Operand& operand, u8 size);
  u32 new_register(VirtualRegister made);
  u32 use_function(u32 index);
  void use_functions_of_variables();
  /// Emits copies between variables of a call and the lane's mailbox; nothing for no variables.
  void copy_params(const std::vector<u32>& variables, bool to_mailbox);
  [[nodiscard]] std::vector<u32> variables_of(const Operand& list) const;
  [[nodiscard]] std::string source_text(u32 source) const;

  const Module& module_;
  const Addresses& addresses_;
  Kernel kernel_;
  std::vector<VirtualRegister> registers_;
  std::map<std::pair<u64, u8>, u32> constants_;
  std::map<std::pair<std::string, u8>, u32> specials_;
  std::map<std::string, u64> shared_places_;
  std::vector<u32> functions_;                   ///< to decode, of Module::functions
  std::vector<std::pair<u32, u32>> call_edges_;  ///< caller, callee
  std::vector<std::pair<u32, u32>> calls_;       ///< instruction, callee
  std::vector<u32> calls_by_register_;           ///< callers
  std::vector<u32> addresses_taken_;             ///< functions

  // The function at hand:
  u32 function_index_ = 0;
  const Function* function_ = nullptr;
  const Statement* statement_ = nullptr;
  u32 first_register_ = 0;
  std::vector<u64> variable_places_;
  std::vector<u32> first_insn_;  ///< of each statement
  std::vector<Fixup> fixups_;
};

/// Decodes one statement.
using Decode = void (*)(Decoder& decoder, const Statement& statement);
/// By the first word of the opcode.
using Opcodes = std::unordered_map<std::string_view, Decode>;

}  // namespace shardsweep::ptx
