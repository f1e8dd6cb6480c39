"""A hub on this machine: the parts of its protocol that reading a data set needs, counted."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

COMMIT = "0123456789abcdef0123456789abcdef01234567"


class Hub:
    """One data set, ``owner/name``, in a folder; branch ``main`` is at :data:`COMMIT`.

    Attributes:
        endpoint: its address.
        n_bytes: bytes of file content sent so far.
        requests: method and path of each request.
        refusal: (status, X-Error-Code) to answer everything with.
    """

    repository = "owner/name"

    def __init__(self, root: Path) -> None:
        self.root = root
        self.endpoint = ""
        self.n_bytes = 0
        self.requests: list[str] = []
        self.refusal: tuple[int, str] | None = None

    @contextmanager
    def running(self) -> Iterator[Hub]:
        hub = self

        def get(handler: BaseHTTPRequestHandler) -> None:
            hub._answer(handler, body=True)

        def head(handler: BaseHTTPRequestHandler) -> None:
            hub._answer(handler, body=False)

        def silent(*_: object) -> None:
            pass

        methods = {
            "protocol_version": "HTTP/1.1",
            "wbufsize": 1 << 16,
            "do_GET": get,
            "do_HEAD": head,
            "log_message": silent,
        }
        handler = type("Handler", (BaseHTTPRequestHandler,), methods)
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        self.endpoint = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def _answer(self, handler: BaseHTTPRequestHandler, *, body: bool) -> None:
        path = unquote(urlsplit(handler.path).path)
        self.requests.append(f"{handler.command} {path}")
        api = re.fullmatch(rf"/api/datasets/{self.repository}/(revision|tree)/([^/]+)/?(.*)", path)
        file = re.fullmatch(rf"/datasets/{self.repository}/resolve/([^/]+)/(.+)", path)
        revision = api.group(2) if api else file.group(1) if file else None
        if self.refusal is not None:
            self._refuse(handler, *self.refusal)
        elif revision is None:
            self._refuse(handler, 404, "RepoNotFound")
        elif revision not in ("main", COMMIT):
            self._refuse(handler, 404, "RevisionNotFound")
        elif api and api.group(1) == "revision":
            self._send(handler, json.dumps(self._info()).encode(), {}, body=body)
        elif api:
            self._send(handler, json.dumps(self._tree(api.group(3))).encode(), {}, body=body)
        elif file and (self.root / file.group(2)).is_file():
            self._file(handler, self.root / file.group(2), body=body)
        else:
            self._refuse(handler, 404, "EntryNotFound")

    def _names(self) -> list[str]:
        files = (path for path in self.root.rglob("*") if path.is_file())
        return sorted(str(path.relative_to(self.root)) for path in files)

    def _info(self) -> dict[str, object]:
        siblings = [{"rfilename": name} for name in self._names()]
        return {
            "id": self.repository,
            "sha": COMMIT,
            "siblings": siblings,
            "private": False,
            "downloads": 0,
            "likes": 0,
            "tags": [],
            "gated": False,
        }

    def _tree(self, folder: str) -> list[dict[str, object]]:
        entries: dict[str, dict[str, object]] = {}
        prefix = f"{folder}/" if folder else ""
        for name in self._names():
            if name.startswith(prefix):
                head, _, rest = name[len(prefix) :].partition("/")
                path = prefix + head
                if rest:
                    entries[path] = {"type": "directory", "path": path, "oid": "0" * 40, "size": 0}
                else:
                    size = (self.root / name).stat().st_size
                    oid = hashlib.sha1(name.encode()).hexdigest()
                    entries[path] = {
                        "type": "file",
                        "path": path,
                        "oid": oid,
                        "size": size,
                        "lfs": {"oid": "1" * 64, "size": size, "pointerSize": 134},
                    }
        return list(entries.values())

    def _file(self, handler: BaseHTTPRequestHandler, path: Path, *, body: bool) -> None:
        size = path.stat().st_size
        headers = {
            "ETag": f'"{hashlib.sha1(path.name.encode()).hexdigest()}"',
            "X-Repo-Commit": COMMIT,
            "Accept-Ranges": "bytes",
        }
        start, stop, status = 0, size, 200
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", handler.headers.get("Range") or "")
        if asked:
            start = int(asked.group(1))
            stop = min(size, int(asked.group(2)) + 1 if asked.group(2) else size)
            status = 206
            headers["Content-Range"] = f"bytes {start}-{stop - 1}/{size}"
        with path.open("rb") as file:
            file.seek(start)
            content = file.read(stop - start) if body else b""
        self.n_bytes += len(content)
        self._send(handler, content, headers, body=body, status=status, length=stop - start)

    def _refuse(self, handler: BaseHTTPRequestHandler, status: int, code: str) -> None:
        self._send(
            handler,
            b"{}",
            {"X-Error-Code": code, "X-Error-Message": code},
            body=True,
            status=status,
        )

    def _send(
        self,
        handler: BaseHTTPRequestHandler,
        content: bytes,
        headers: dict[str, str],
        *,
        body: bool,
        status: int = 200,
        length: int | None = None,
    ) -> None:
        handler.send_response(status)
        for key, value in headers.items():
            handler.send_header(key, value)
        if "ETag" not in headers:
            handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(content) if length is None else length))
        handler.end_headers()
        if body:
            handler.wfile.write(content)
