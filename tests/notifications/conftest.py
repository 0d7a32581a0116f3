import pytest

from tests.endpoint import endpoint
from tests.outbox import real_outbox

__all__ = ["real_outbox"]


@pytest.fixture
def place(settings):
    """Somebody's server on loopback, which we may call in this test."""
    settings.PRIVATE_TARGETS = True
    with endpoint() as server:
        yield server
