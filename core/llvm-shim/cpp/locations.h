//===- locations.h - Lines of the source in functions that we make ---------===//
//
// Owns: the subprogram of a function that was made of a part of another one, and the locations within. Must not: know why
// the function was made.
//
//===----------------------------------------------------------------------===//

#ifndef EZ_LOCATIONS_H
#define EZ_LOCATIONS_H

#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Function.h"

namespace ez {

/// Gives `Made`, whose instructions have the locations of code of `Of`, a subprogram of its own, as debug information demands: at the
/// same place, under the name of the function. Without debug information the locations go.
void locateWithin(llvm::Function &Made, llvm::DISubprogram *Of);

} // namespace ez

#endif // EZ_LOCATIONS_H
