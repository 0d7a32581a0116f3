# Conveniences. The two commands that matter are ./run and ./test.
.PHONY: run test test-engine nightly lint format bench replay messages lock screenshots

run:
	./run
test:
	./test
test-engine:
	./test tests/engine
nightly:
	./test --nightly
lint:
	./test --lint
format: .venv
	.venv/bin/ruff check --fix . && .venv/bin/ruff format . && .venv/bin/djade $$(find templates -name '*.html')
bench: .venv
	.venv/bin/python -m benchmarks.engine
replay: .venv
	.venv/bin/python manage.py replay $(FILE)
messages: .venv
	.venv/bin/python manage.py makemessages --all --no-obsolete --no-location --ignore 'var/*' --ignore 'tests/*' && .venv/bin/python -m tooling.translations
lock:
	tooling/lock.sh
screenshots: .venv
	.venv/bin/python -m tooling.screenshots
.venv:
	./test --help
