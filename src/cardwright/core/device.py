"""Where kernels run: on the processor, or on an NVIDIA GPU where there is one."""

from __future__ import annotations

import functools
import importlib.util
from typing import Literal, get_args

from .errors import BadData, CardwrightError

Device = Literal["auto", "cpu", "gpu"]


@functools.cache
def gpu_available() -> bool:
    """Whether kernels can run on a GPU here: numba-cuda is installed, and there is a GPU it can use."""
    if importlib.util.find_spec("numba_cuda") is None:
        return False
    from numba import cuda

    return bool(cuda.is_available())


def use_gpu(device: Device, worthwhile: bool = True) -> bool:
    """Whether to run on the GPU: as asked for, or with "auto" where there is one and the work is `worthwhile`.

    >>> use_gpu("cpu")
    False
    """
    if device not in get_args(Device):
        raise BadData(f"device: {str(device)[:40]!r}; there are: {', '.join(get_args(Device))}")
    if device == "gpu" and not gpu_available():
        raise CardwrightError("no GPU can be used here: it takes an NVIDIA GPU and pip install 'cardwright[gpu]'")
    return device != "cpu" and (device == "gpu" or worthwhile) and gpu_available()
