from tests.outbox import real_outbox

__all__ = ["real_outbox"]
