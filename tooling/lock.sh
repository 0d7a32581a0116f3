#!/usr/bin/env bash
# Resolve pyproject.toml anew into the two lock files. They hold hashes and no addresses.
set -euo pipefail
cd "$(dirname "$0")/.."
compile=(uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11)
"${compile[@]}" pyproject.toml --output-file requirements.lock
"${compile[@]}" --extra dev --constraint requirements.lock pyproject.toml --output-file requirements-dev.lock
