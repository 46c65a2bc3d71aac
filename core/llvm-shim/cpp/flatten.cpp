//===- flatten.cpp - A module whose memory is one address space ------------===//
//
// Device code knows several address spaces, a host's processor one. Types are rewritten in place: variables and functions whose types change are made
// anew, instructions and constants get the new types, and casts between spaces go.
//
// Owns: types, and what names them. Must not: know what lay in which space, or for whom a module is then compiled.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace {
const RemapFlags Mapping = RF_IgnoreMissingLocals | RF_NoModuleLevelChanges;

/// Types with all pointers in the first address space.
class FlatTypes : public ValueMapTypeRemapper {
  DenseMap<Type *, Type *> Known;

  Type *flat(Type *T) {
    if (T->isPointerTy())
      return PointerType::get(T->getContext(), 0);
    SmallVector<Type *> Parts;
    for (Type *Part : T->subtypes())
      Parts.push_back(remapType(Part));
    if (equal(Parts, T->subtypes()))
      return T;
    if (auto *Array = dyn_cast<ArrayType>(T))
      return ArrayType::get(Parts[0], Array->getNumElements());
    if (auto *Vector = dyn_cast<VectorType>(T))
      return VectorType::get(Parts[0], Vector->getElementCount());
    if (auto *Function = dyn_cast<FunctionType>(T))
      return FunctionType::get(Parts[0], ArrayRef(Parts).drop_front(), Function->isVarArg());
    auto *Struct = dyn_cast<StructType>(T);
    if (!Struct)
      return T;
    if (Struct->isLiteral())
      return StructType::get(T->getContext(), Parts, Struct->isPacked());
    return StructType::create(T->getContext(), Parts, Struct->getName(), Struct->isPacked());
  }

public:
  Type *remapType(Type *T) override {
    if (Type *Found = Known.lookup(T))
      return Found;
    Type *Flat = flat(T);
    return Known[T] = Flat;
  }
};

/// Constant casts between address spaces are what they cast.
class Casts : public ValueMaterializer {
  ValueToValueMapTy &Map;
  FlatTypes &Types;

public:
  Casts(ValueToValueMapTy &Map, FlatTypes &Types) : Map(Map), Types(Types) {}

  Value *materialize(Value *V) override {
    auto *Cast = dyn_cast<ConstantExpr>(V);
    if (!Cast || Cast->getOpcode() != Instruction::AddrSpaceCast)
      return nullptr;
    return MapValue(Cast->getOperand(0), Map, Mapping, &Types, this);
  }
};

class Flattener {
  Module &M;
  FlatTypes Types;
  ValueToValueMapTy Map;
  Casts Casted{Map, Types};
  SmallVector<GlobalVariable *> Replaced;

  void variable(GlobalVariable &Old) {
    Type *Flat = Types.remapType(Old.getValueType());
    if (Flat == Old.getValueType() && Old.getAddressSpace() == 0)
      return;
    auto *New = new GlobalVariable(M, Flat, Old.isConstant(), Old.getLinkage(), nullptr, "", &Old, Old.getThreadLocalMode(), 0,
                                   Old.isExternallyInitialized());
    New->copyAttributesFrom(&Old);
    New->copyMetadata(&Old, 0);
    New->takeName(&Old);
    Map[&Old] = New;
    Replaced.push_back(&Old);
  }

  void function(Function &Old) {
    auto *Flat = cast<FunctionType>(Types.remapType(Old.getFunctionType()));
    if (Flat == Old.getFunctionType())
      return;
    Function *New = Function::Create(Flat, Old.getLinkage(), 0, "", nullptr);
    M.getFunctionList().insert(Old.getIterator(), New);
    New->copyAttributesFrom(&Old);
    New->copyMetadata(&Old, 0);
    New->takeName(&Old);
    // Whether it is an intrinsic follows from its name, which was taken behind LLVM's back.
    New->updateAfterNameChange();
    New->splice(New->begin(), &Old);
    for (auto [Before, Behind] : zip(Old.args(), New->args())) {
      Behind.takeName(&Before);
      Map[&Before] = &Behind;
    }
    body(*New);
    Old.replaceAllUsesWith(New);
    Old.eraseFromParent();
  }

  /// What the types of parameters hold besides: `byval`, `byref` and their like.
  void attributes(Function &F) {
    LLVMContext &C = F.getContext();
    AttributeList All = F.getAttributes();
    for (unsigned Parameter = 0; Parameter != F.arg_size(); ++Parameter)
      for (int Kind = Attribute::FirstTypeAttr; Kind <= Attribute::LastTypeAttr; ++Kind)
        if (Type *Held = All.getParamAttr(Parameter, Attribute::AttrKind(Kind)).getValueAsType())
          All = All.replaceAttributeTypeAtIndex(C, Parameter + AttributeList::FirstArgIndex, Attribute::AttrKind(Kind), Types.remapType(Held));
    F.setAttributes(All);
  }

  void body(Function &F) {
    for (Instruction &I : instructions(F)) {
      RemapDbgRecordRange(&M, I.getDbgRecordRange(), Map, Mapping, &Types, &Casted);
      RemapInstruction(&I, Map, Mapping, &Types, &Casted);
    }
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Cast = dyn_cast<AddrSpaceCastInst>(&I)) {
        Cast->replaceAllUsesWith(Cast->getOperand(0));
        Cast->eraseFromParent();
      }
  }

  /// Names of intrinsics say their types.
  void rename(Function &F) {
    if (std::optional<Function *> Right = Intrinsic::remangleIntrinsicFunction(&F)) {
      F.replaceAllUsesWith(*Right);
      F.eraseFromParent();
    }
  }

public:
  explicit Flattener(Module &M) : M(M) {}

  void run() {
    // An initializer may name a variable of later: all are made before any is filled.
    SmallVector<GlobalVariable *> Variables(make_pointer_range(M.globals()));
    SmallVector<std::pair<GlobalVariable *, Constant *>> Initial;
    for (GlobalVariable *Variable : Variables)
      if (Variable->hasInitializer()) {
        Initial.emplace_back(Variable, Variable->getInitializer());
        Variable->setInitializer(nullptr);
      }
    for (GlobalVariable *Variable : Variables)
      variable(*Variable);
    for (auto [Variable, Value] : Initial) {
      auto *Now = cast_or_null<GlobalVariable>(Map.lookup(Variable));
      (Now ? Now : Variable)->setInitializer(MapValue(Value, Map, Mapping, &Types, &Casted));
    }
    for (Function &F : make_early_inc_range(M))
      function(F);
    for (Function &F : M) {
      attributes(F);
      body(F);
    }
    for (Function &F : make_early_inc_range(M))
      if (F.isIntrinsic())
        rename(F);
    for (GlobalVariable *Old : Replaced) {
      Old->removeDeadConstantUsers();
      Old->replaceAllUsesWith(PoisonValue::get(Old->getType()));
      Old->eraseFromParent();
    }
  }
};
} // namespace

void ez_flatten_address_spaces(LLVMModuleRef module) { Flattener(*unwrap(module)).run(); }
