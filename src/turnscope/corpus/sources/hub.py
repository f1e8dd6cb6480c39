"""Data sets on the Hugging Face hub, read in place by byte ranges; nothing is stored on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from turnscope.corpus.sources.shards import Shard
from turnscope.errors import CorpusError, Fault, TurnscopeError

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

__all__ = ["PINNED", "HubDataset", "open_hub", "parse_address"]

PINNED = MappingProxyType(
    {"mundo-ai/turn-benchmark-dev": "8fa18a24be51528a45397b35cbcaecd84202062b"}
)
"""Revisions that published numbers were computed on, taken where the address names none."""


class HubDataset(NamedTuple):
    """Parquet shards of one commit of a data set."""

    revision: str
    shards: tuple[Shard, ...]


def parse_address(address: str) -> tuple[str, str]:
    """Split ``hub:OWNER/NAME[@REVISION]`` into id and revision (pinned, else ``main``).

    Raises:
        CorpusError: if it has another shape.
    """
    repository, at, revision = address.removeprefix("hub:").partition("@")
    owner, slash, name = repository.partition("/")
    if not (owner and slash and name) or "/" in name or (at and not revision):
        raise CorpusError(Fault(address, f"the id {repository!r}", "hub:OWNER/NAME[@REVISION]"))
    return repository, revision or PINNED.get(repository, "main")


def open_hub(address: str, endpoint: str | None = None) -> HubDataset:
    """Find the shards of a data set on the hub. One request; reads none of them.

    A branch or tag is resolved to its commit here, so that all reading is of one state.

    Args:
        address: ``hub:OWNER/NAME[@REVISION]``.
        endpoint: address of the hub, None for the one of ``huggingface_hub``.

    Raises:
        CorpusError: if ``huggingface_hub`` is not installed, the network or the data set cannot
            be reached, access is refused, or it has no parquet files.
    """
    repository, revision = parse_address(address)
    try:
        import huggingface_hub
    except ImportError:
        raise CorpusError(
            Fault(
                address,
                "huggingface_hub is not installed",
                "it for reading from the hub",
                "pip install 'turnscope[hub]'",
            )
        ) from None
    with _plain_errors(address, repository):
        api = huggingface_hub.HfApi(endpoint=endpoint)
        told = api.dataset_info(repository, revision=revision)
        files = sorted(file.rfilename for file in told.siblings or ())
        system = huggingface_hub.HfFileSystem(endpoint=endpoint, skip_instance_cache=True)
    parquet = [file for file in files if file.endswith(".parquet")]
    if not parquet:
        raise CorpusError(
            Fault(
                address,
                f"no parquet among its {len(files)} files",
                "parquet shards",
                f"Other layouts: hf download {repository} --repo-type dataset --local-dir DIR, "
                "then give DIR",
            )
        )
    commit = told.sha or revision
    root = f"datasets/{repository}@{commit}"
    shards = tuple(
        Shard(f"{address}/{file}", _opener(system, f"{root}/{file}", address, repository))
        for file in parquet
    )
    return HubDataset(commit, shards)


def _opener(
    system: AbstractFileSystem, path: str, address: str, repository: str
) -> Callable[[], AbstractContextManager[BinaryIO]]:
    @contextmanager
    def opened() -> Iterator[BinaryIO]:
        # No read-ahead: it would fetch megabytes of audio around every label column.
        with _plain_errors(address, repository), system.open(path, cache_type="none") as file:
            yield file

    return opened


@contextmanager
def _plain_errors(address: str, repository: str) -> Iterator[None]:
    """Whatever the hub's client raises, as one CorpusError of one line."""
    try:
        yield
    except (TurnscopeError, ArithmeticError, LookupError, AssertionError):
        raise
    except Exception as error:  # its versions raise the errors of three HTTP libraries
        fault = _fault(error, address, repository)
        if fault is None:
            raise
        raise CorpusError(fault) from error


def _fault(error: BaseException, address: str, repository: str) -> Fault | None:
    from huggingface_hub import errors

    chain: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and link not in chain:
        chain.append(link)
        link = link.__cause__ or link.__context__
    for link in chain:
        match link:
            case errors.GatedRepoError():
                hint = (
                    f"Accept its terms on https://huggingface.co/datasets/{repository}, then run "
                    "'hf auth login' or set HF_TOKEN"
                )
                return Fault(address, "access is gated", "a token that has been let in", hint)
            case errors.RepositoryNotFoundError():
                hint = "A typing error? If it is private, run 'hf auth login' or set HF_TOKEN"
                return Fault(address, "not found", "a data set that exists", hint)
            case errors.RevisionNotFoundError():
                return Fault(address, "no such revision", "a branch, tag or commit of it")
            case errors.OfflineModeIsEnabled():
                hint = "Unset HF_HUB_OFFLINE, or give a folder with its files"
                return Fault(address, "the hub is switched off", "a way to the network", hint)
            case errors.HFValidationError():
                return Fault(address, f"the id {repository!r}", "hub:OWNER/NAME[@REVISION]")
            case errors.HfHubHTTPError():
                status = getattr(link.response, "status_code", "no status")
                return Fault(address, f"the hub answers {status}", "the file", "Try again later")
    if type(error).__module__.partition(".")[0] == "pyarrow":
        return None
    reason = str(error).strip().partition("\n")[0] or type(error).__name__
    hint = "Check the network, or download it elsewhere and give the folder"
    return Fault(address, f"the hub cannot be reached ({reason})", "a way to it", hint)
