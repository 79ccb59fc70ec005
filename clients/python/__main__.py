"""Run as a part of `make openapi`: writes what is generated of `railhead.client`."""

from __future__ import annotations

from clients.python.files import files

if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
