# Reads gradient.xdmf by VTK and gradient.h5 by h5py, and prints the grid and the numbers of `start`.
import h5py
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOXdmf2 import vtkXdmfReader

reader = vtkXdmfReader()
reader.SetFileName("gradient.xdmf")
reader.Update()
grid = reader.GetOutputDataObject(0)
print(grid.GetDimensions(), grid.GetOrigin(), grid.GetSpacing())
print("vtk", *(repr(float(x)) for x in vtk_to_numpy(grid.GetPointData().GetArray("start"))))
print("h5py", *(repr(float(x)) for x in h5py.File("gradient.h5")["start"][:]))
