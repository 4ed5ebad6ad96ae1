"""How kernels are compiled: Numba, its cache on disk, and GPUs."""
