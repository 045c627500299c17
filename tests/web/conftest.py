"""Fixtures for the tests of the whole site."""

import pytest

from tests.web.world import World, make_world


@pytest.fixture
def world(db: None) -> World:
    return make_world()
