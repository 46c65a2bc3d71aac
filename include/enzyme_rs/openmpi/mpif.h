! mpif.h of Open MPI without MPI_Sizeof, for compilers without numbers of 128 bits: to those some of its specific
! procedures look alike (mpif-sizeof.h), and nothing of the file is read. Owns the list of parts; all of them are those
! of the Open MPI that is searched behind this folder. enzyme-fc puts the folder in front where it is needed.
!
! Fixed and free form alike: nothing before the seventh column but comments.

      include 'mpif-config.h'
      include 'mpif-constants.h'
      include 'mpif-handles.h'
      include 'mpif-io-constants.h'
      include 'mpif-io-handles.h'
      include 'mpif-externals.h'
      include 'mpif-sentinels.h'
