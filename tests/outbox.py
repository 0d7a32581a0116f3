"""Django's test runner puts a list in place of the mail back end; these tests want the real one."""

import pytest


@pytest.fixture(autouse=True)
def real_outbox(settings):
    settings.EMAIL_BACKEND = "notifications.backends.OutboxBackend"
