"""The extension module, from which `kval` creates typed objects."""

from typing import Dict, List, Optional, Sequence, Tuple, Union, final

_Report = Tuple[str, List[Dict[str, object]], int, str, str]

@final
class Handle:
    def check(self, text: Union[str, bytes], name: str, timeout: Optional[float]) -> _Report: ...
    def check_file(self, path: str, timeout: Optional[float]) -> _Report: ...

def compile(
    inputs: Sequence[Tuple[str, Optional[str]]],
    options: Dict[str, str],
    limits: Sequence[Tuple[str, str]],
    externals: Dict[str, str],
    schema_locations: Dict[str, str],
    timeout: Optional[float],
) -> Tuple[Optional[Handle], _Report]: ...
def version() -> str: ...
