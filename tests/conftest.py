"""What holds for all tests: caches in temporary folders, and no deadline on busy machines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# a shared machine stalls now and then, which says nothing about the code under test
settings.register_profile("turnscope", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("turnscope")


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
