"""Fixtures for the tests of the whole site."""

import pytest

from tests.config.world import World, make_world


@pytest.fixture
def world(db: None) -> World:
    return make_world()
