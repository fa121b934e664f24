"""Discord's own API description as a second judge: of what a bot asks, and of what this server answers.

The description lies beside the project, not in it; `found` says whether it is there.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from tests.fake_discord.log import Log, Request

FOLDER: Final = Path(__file__).resolve().parents[3] / "shared" / "discord"
SUCCESS: Final = range(200, 300)
SNOWFLAKE: Final = re.compile(r"\d{17,}")
INSTANT: Final = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00")


def found() -> bool:
    """Whether the description is at hand."""
    return (FOLDER / "check_requests.py").exists()


def request_faults(log: Log) -> list[str]:
    """How the requests that took effect break the description, one line each."""
    return _faults(log, _of_request)


def answer_faults(log: Log) -> list[str]:
    """How this server's own answers break the description, one line each."""
    return _faults(log, _of_answer)


def _faults(log: Log, judge: Callable[[Request], list[str]]) -> list[str]:
    judged = [one for one in log.requests if one.took_effect]
    return [f"{one.method} {one.path}: {fault}" for one in judged for fault in judge(one)]


def _of_request(request: Request) -> list[str]:
    return _judged_request(request.method, _plain(request.path), _plain(json.dumps(request.body)))


def _of_answer(request: Request) -> list[str]:
    if request.status not in SUCCESS:
        return []
    return _judged_answer(request.method, _plain(request.path), request.status, _plain(json.dumps(request.answer)))


def _plain(text: str) -> str:
    """A text with other ids and instants, on which its validity does not hang: so that like ones are judged once."""
    known: dict[str, str] = {}
    text = SNOWFLAKE.sub(lambda match: known.setdefault(match[0], str(len(known) + 1)), text)
    return INSTANT.sub("2015-01-01T00:00:00+00:00", text)


@functools.cache
def _checker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_requests", FOLDER / "check_requests.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@functools.cache
def _judged_request(method: str, path: str, body: str) -> list[str]:
    faults: list[str] = _checker().errors(method, path, json.loads(body))
    return faults


@functools.cache
def _judged_answer(method: str, path: str, status: int, body: str) -> list[str]:
    checker, answer = _checker(), json.loads(body)
    known = next((p for m, pattern, p in checker._PATHS if m == method and pattern.match(path)), "")
    validator = _validator(known, method.lower(), str(status)) if known else None
    if validator is None:
        return [] if answer is None else ["an answer with a body that is not described"]
    return [_innermost(error) for error in validator.iter_errors(answer)]


@functools.cache
def _validator(path: str, method: str, status: str) -> Any:
    """What checks the answers to an operation; None where no body is described."""
    checker = _checker()
    response = checker.SPEC["paths"][path][method]["responses"].get(status, {})
    if "content" not in response:
        return None
    schema = response["content"]["application/json"]["schema"]
    return checker.Draft202012Validator(checker._absolute(schema), registry=checker._REGISTRY)


def _innermost(error: Any) -> str:
    """Of a fault in one of several alternatives, the part that lies deepest: it is in the one that was meant."""
    deepest = max(_leaves(error), key=lambda one: len(one.absolute_path))
    return f"{'/'.join(map(str, deepest.absolute_path))}: {deepest.message[:200]}"


def _leaves(error: Any) -> list[Any]:
    return [leaf for inner in error.context for leaf in _leaves(inner)] if error.context else [error]
