"""Real services for what stands in front of them and watches them."""

from tests.service.conftest import processes

__all__ = ["processes"]
