"""kval validates YAML configuration against a schema and reports each violation with its path and location.

    import kval

    schema = kval.Schema.from_files("schema.yml")
    for finding in schema.check(text, name="values.yml"):
        print(finding)

A schema is compiled once. Any number of threads may use it at once: kval releases the interpreter lock while it runs. A
pickled schema can be sent to other processes, which compile it again.
"""

import os
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union, cast

from . import _kval

__all__ = ["Bug", "Edit", "Error", "Finding", "Label", "Location", "Schema", "SchemaError", "__version__"]
__version__: str = _kval.version()

PathLike = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Location:
    """A range of a document. Lines and columns start at 1, columns count code points; `begin` and `end` are bytes."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    begin: int
    end: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Label:
    """A location of a finding, with a label. The role is "primary", "schema", "related", "origin", "call" or "rendered"."""

    role: str
    location: Optional[Location]
    text: str


@dataclass(frozen=True)
class Edit:
    """Replaces the content of `location` by `text`. An empty location means an insertion."""

    location: Location
    text: str


@dataclass(frozen=True)
class Finding:
    """A violation of the schema, or a warning or note."""

    rule: str  # "KV301": stable; see `kval explain KV301`
    name: str  # "type-mismatch"
    severity: str  # "error", "warning" or "note"
    message: str
    path: Optional[Tuple[Union[str, int], ...]]  # of the value; None for findings that concern no value
    path_text: str  # `a.b[1].c`; empty for the document itself
    value: Optional[Location]  # the location to change
    schema: Optional[Location]  # the declaration in the schema
    labels: Tuple[Label, ...]
    found: str
    expected: str
    notes: Tuple[str, ...]
    hint: str  # how to fix it; empty if kval does not know
    repair: str = ""  # the fix that `kval check --fix` applies: "remove the quotes"; empty if no fix is certain
    edits: Tuple[Edit, ...] = ()  # edits of one document, ordered by location, that do not overlap

    def __str__(self) -> str:
        location = f"{self.value}: " if self.value else ""
        path = f" {self.path_text}" if self.path_text else ""
        return f"{location}{self.severity}[{self.rule}]{path}: {self.message}"

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    def repaired(self, text: Union[str, bytes]) -> Union[str, bytes]:
        """Returns the validated document with the edits of this finding; unchanged without edits. Validate it again."""
        data = text.encode() if isinstance(text, str) else text
        for edit in reversed(self.edits):
            data = data[: edit.location.begin] + edit.text.encode() + data[edit.location.end :]
        return data.decode() if isinstance(text, str) else data


class Error(Exception):
    """Nothing was validated, for example because the request is invalid."""


class SchemaError(Error):
    """An unusable schema. `findings` contains the reasons."""

    def __init__(self, message: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__(message, tuple(findings))
        self.findings: Tuple[Finding, ...] = tuple(findings)

    def __str__(self) -> str:
        return "\n".join([str(self.args[0])] + [str(finding) for finding in self.findings])


class Bug(Error):
    """A bug in kval. Other calls and schemas are not affected. Please report it."""


def _location(parts: Any) -> Optional[Location]:
    return None if parts is None else Location(*parts)


def _finding(given: Dict[str, Any]) -> Finding:
    labels = tuple(Label(role, _location(location), text) for role, location, text in given["labels"])
    edits = tuple(Edit(Location(*location), text) for location, text in given["edits"])
    locations = {"value": _location(given["value"]), "schema": _location(given["schema"])}
    return Finding(**{**given, **locations, "labels": labels, "edits": edits})


def _findings(report: Any) -> List[Finding]:
    """Returns the findings of a report. Raises an exception if nothing was validated: an empty list means success."""
    outcome, found, _, problem, _ = report
    findings = [_finding(one) for one in found]
    if outcome == "bug":
        raise Bug(problem)
    if outcome not in ("valid", "faulty") and not any(finding.is_error for finding in findings):
        raise Error(problem or f"nothing was checked ({outcome})")
    return findings


class Schema:
    """A compiled schema. Immutable."""

    __slots__ = ("_handle", "_request", "warnings")

    warnings: Tuple[Finding, ...]  # about the schema itself

    def __init__(self, inputs: Sequence[Tuple[str, Optional[str]]], options: Mapping[str, Any]) -> None:
        known = dict(options)
        limits = [(name, str(value)) for name, value in (known.pop("limits", None) or {}).items()]
        externals = dict(known.pop("externals", None) or {})
        locations = dict(known.pop("schema_locations", None) or {})
        timeout = known.pop("timeout", None)
        texts = {name: ("1" if value else "") if isinstance(value, bool) else value
                 for name, value in known.items() if value is not None}
        handle, report = _kval.compile(list(inputs), texts, limits, externals, locations, timeout)
        outcome, found, _, problem, _ = report
        findings = [_finding(cast(Dict[str, Any], one)) for one in found]
        if outcome == "bug":
            raise Bug(problem)
        if handle is None:
            raise SchemaError(problem or "the schema cannot be used", findings)
        self._handle = handle
        self._request = (tuple(inputs), dict(options))
        self.warnings = tuple(findings)

    @classmethod
    def from_files(
        cls,
        *paths: PathLike,
        profile: Optional[str] = None,
        strict: bool = False,
        warns_of_ambiguous: bool = False,
        obeys_comments: bool = True,
        hides_secrets: bool = True,
        limits: Optional[Mapping[str, Union[str, int]]] = None,
        schema_name: Optional[str] = None,
        attribute_name: Optional[str] = None,
        externals: Optional[Mapping[str, str]] = None,
        schema_draft: Optional[str] = None,
        schema_locations: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
    ) -> "Schema":
        """Compiles a schema (annotated YAML, KCL or JSON Schema) from files. Values among the files are defaults for every
        validated document. Raises SchemaError if the schema is unusable, and after `timeout` seconds."""
        if not paths:
            raise Error("no file is named")
        options = {**locals()}
        for name in ("cls", "paths"):
            del options[name]
        return cls([(os.fspath(path), None) for path in paths], options)

    @classmethod
    def from_text(
        cls,
        text: str,
        name: str = "schema.yml",
        profile: Optional[str] = None,
        strict: bool = False,
        warns_of_ambiguous: bool = False,
        obeys_comments: bool = True,
        hides_secrets: bool = True,
        limits: Optional[Mapping[str, Union[str, int]]] = None,
        schema_name: Optional[str] = None,
        attribute_name: Optional[str] = None,
        schema_draft: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> "Schema":
        """Compiles a schema from a string. The extension of `name` restricts the schema language."""
        options = {**locals()}
        for given in ("cls", "text", "name"):
            del options[given]
        return cls([(name, text)], options)

    def check(
        self, text: Union[str, bytes], name: str = "<text>", timeout: Optional[float] = None
    ) -> List[Finding]:
        """Validates every document of `text`; findings refer to it as `name`. Returns an empty list on success.

        An exceeded limit, including the timeout in seconds, is an error finding. Ctrl-C ends the call."""
        return _findings(self._handle.check(text, name, timeout))

    def check_file(self, path: PathLike, timeout: Optional[float] = None) -> List[Finding]:
        """Validates a file, for schemas compiled from files. An unreadable file is a finding."""
        return _findings(self._handle.check_file(os.fspath(path), timeout))

    def __reduce__(self) -> Tuple[Any, ...]:
        return (Schema, self._request)
