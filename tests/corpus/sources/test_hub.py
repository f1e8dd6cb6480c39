"""Reading a data set from a hub that runs on this machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.corpus.sources.hub_server import COMMIT, Hub
from tests.corpus.sources.making import row, shard
from turnscope.corpus.sources.hub import PINNED, open_hub, parse_address
from turnscope.errors import CorpusError, FormatError


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    shard(tmp_path / "data" / "dev-1.parquet", [row("21")])
    shard(tmp_path / "data" / "dev-0.parquet", [row("20")])
    (tmp_path / "README.md").write_text("a card")
    with Hub(tmp_path).running() as running:
        yield running


def message(hub: Hub, address: str = "hub:owner/name") -> str:
    with pytest.raises(CorpusError) as caught:
        open_hub(address, hub.endpoint)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def test_shards_come_in_order_of_names_at_the_commit_of_the_branch(hub: Hub) -> None:
    found = open_hub("hub:owner/name", hub.endpoint)
    assert found.revision == COMMIT
    assert [one.name for one in found.shards] == [
        "hub:owner/name/data/dev-0.parquet",
        "hub:owner/name/data/dev-1.parquet",
    ]
    assert hub.n_bytes == 0
    assert found.shards[1].columns(["conversation_id"]).to_pylist() == [{"conversation_id": "21"}]
    assert all(f"/{COMMIT}" in request for request in hub.requests[1:])


def test_the_published_development_split_has_its_pinned_revision() -> None:
    revision = PINNED["mundo-ai/turn-benchmark-dev"]
    assert parse_address("hub:mundo-ai/turn-benchmark-dev")[1] == revision
    assert parse_address("hub:mundo-ai/turn-benchmark-dev@main")[1] == "main"
    assert parse_address("hub:owner/name") == ("owner/name", "main")


@pytest.mark.parametrize("address", ["hub:", "hub:name", "hub:a/b/c", "hub:a/b@", "hub:/b"])
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(CorpusError, match="hub:OWNER/NAME"):
        parse_address(address)


def test_gated_access_says_how_to_get_in(hub: Hub) -> None:
    hub.refusal = (403, "GatedRepo")
    text = message(hub)
    assert "gated" in text
    assert "HF_TOKEN" in text


def test_access_refused_while_reading_is_the_same_error(hub: Hub) -> None:
    first = open_hub("hub:owner/name", hub.endpoint).shards[0]
    hub.refusal = (401, "GatedRepo")
    with pytest.raises(CorpusError, match="gated"):
        first.columns(["conversation_id"])


def test_unknown_data_set_revision_and_server_trouble(hub: Hub) -> None:
    assert "not found" in message(hub, "hub:owner/other")
    assert "no such revision" in message(hub, "hub:owner/name@v9")
    hub.refusal = (418, "")
    assert "answers 418" in message(hub)


def test_no_network_is_one_line(hub: Hub) -> None:
    hub.endpoint = "http://127.0.0.1:9"
    assert "cannot be reached" in message(hub)


def test_offline_mode_is_named(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    from huggingface_hub import constants
    from huggingface_hub.utils import _http

    _http.close_session()
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert "HF_HUB_OFFLINE" in message(hub)
    _http.close_session()


def test_without_the_library_the_way_to_install_it_is_shown(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    assert "turnscope[hub]" in message(hub)
    assert not hub.requests


def test_a_data_set_of_another_layout_says_how_to_fetch_it(tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(b"x")
    with Hub(tmp_path).running() as hub:
        assert "hf download owner/name" in message(hub)


def test_a_truncated_shard_is_a_format_error(hub: Hub) -> None:
    path = hub.root / "data" / "dev-0.parquet"
    path.write_bytes(path.read_bytes()[:-20])
    first = open_hub("hub:owner/name", hub.endpoint).shards[0]
    with pytest.raises(FormatError, match="whole parquet"):
        first.columns(["conversation_id"])
