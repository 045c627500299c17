"""Pytest plugin that measures the coverage of each test process: `./run test coverage`.

Programs that tests start are not measured: some are killed, and others are timed.
"""

from pathlib import Path

import coverage

# Plugins are imported first, so that the imports of the tests are measured, too.
_measured = coverage.Coverage(data_suffix=True)
Path(str(_measured.get_option("run:data_file"))).parent.mkdir(parents=True, exist_ok=True)
_measured.start()


def pytest_unconfigure() -> None:
    _measured.stop()
    _measured.save()
