"""Where kernels run: on the CPU, or on an NVIDIA GPU where there is one."""

from __future__ import annotations

import functools
import importlib.util
from typing import Literal, get_args

from ..errors import BadData, CardwrightError

Device = Literal["auto", "cpu", "gpu"]


@functools.cache
def gpu_available() -> bool:
    """Return whether kernels can run on a GPU here: numba-cuda is installed and finds one."""
    if importlib.util.find_spec("numba_cuda") is None:
        return False
    from numba import cuda

    return bool(cuda.is_available())


def use_gpu(device: Device, worthwhile: bool = True) -> bool:
    """Return whether to run on the GPU: as asked, or with "auto" if there is a GPU and the work is `worthwhile`.

    >>> use_gpu("cpu")
    False
    """
    if device not in get_args(Device):
        raise BadData(f"unknown device {str(device)[:40]!r}; there are: {', '.join(get_args(Device))}")
    if device == "gpu" and not gpu_available():
        raise CardwrightError("no GPU can be used here: it takes an NVIDIA GPU and pip install 'cardwright[gpu]'")
    return device != "cpu" and (device == "gpu" or worthwhile) and gpu_available()
