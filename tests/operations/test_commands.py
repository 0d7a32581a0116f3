"""Start-up of real processes: bad configuration, and the checks for deployment."""

import os
import subprocess
import sys

from tests.operations.test_environment import PRODUCTION
from tooling.bootstrap import ROOT


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**kept, **environment},
        capture_output=True,
        text=True,
    )


def test_wrong_configuration_is_one_sentence_and_status_1(tmp_path):
    outcome = manage("check", DATA_DIR=str(tmp_path), EMAIL_URL="pigeon://post")
    assert outcome.returncode == 1
    assert outcome.stderr.strip().splitlines() == [
        "Configuration: EMAIL_URL must begin with smtp:// or smtps://. "
        "Example: EMAIL_URL=smtp://user:password@mail.example.org:587/?tls=yes"
    ]


def test_check_deploy_is_clean_in_production():
    outcome = manage(
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        DJANGO_SETTINGS_MODULE="terra_site.settings.prod",
        **PRODUCTION | {"SECRET_KEY": "Kq7-x0Zp_4vYt9LwB2sRfN8hJ6mCeUaDgToVi1QkXzS3bWy5-dEpH"},
    )
    assert outcome.returncode == 0, outcome.stderr
    assert "no issues" in outcome.stdout


def test_no_migration_is_missing(tmp_path):
    outcome = manage("makemigrations", "--check", "--dry-run", DATA_DIR=str(tmp_path))
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
