"""Tests of the file queue: messages arrive in order and once, and damaged files do not stop it."""

import errno
import json
import threading
from pathlib import Path

import pytest
from kombu import Connection, Exchange, Queue
from kombu.exceptions import ChannelError

from operations import file_queue

TASKS = Queue("celery", Exchange("celery"), routing_key="celery")


@pytest.fixture
def folder(tmp_path):
    for name in ("messages", "control"):
        (tmp_path / name).mkdir()
    return tmp_path


@pytest.fixture
def connect(folder, monkeypatch):
    """Connections as of different processes, which do not know each other's queues."""
    opened = []

    def start() -> Connection:
        monkeypatch.setattr(file_queue.Transport, "global_state", file_queue.filesystem.virtual.BrokerState())
        options = {
            "data_folder_in": str(folder / "messages"),
            "data_folder_out": str(folder / "messages"),
            "control_folder": str(folder / "control"),
        }
        connection = Connection("files://localhost", transport_options=options)
        opened.append(connection)
        return connection

    yield start
    for connection in opened:
        connection.release()


def put(connection, *bodies):
    with connection.channel() as channel:
        producer = connection.Producer(channel)
        for body in bodies:
            producer.publish(body, exchange=TASKS.exchange, routing_key="celery", declare=[TASKS])


def take_all(connection):
    found = []
    with connection.SimpleQueue(TASKS) as queue:
        while True:
            try:
                message = queue.get(block=False)
            except queue.Empty:
                return found
            message.ack()
            found.append(message.payload)


def test_messages_arrive_in_order_and_once(connect, folder):
    put(connect(), 1, 2, 3)
    reader = connect()
    assert take_all(reader) == [1, 2, 3]
    assert take_all(reader) == []
    assert list((folder / "messages").iterdir()) == []


def test_a_message_appears_when_it_is_whole(connect, folder, monkeypatch):
    """Readers never see a partial message; a failed write leaves nothing behind."""
    connection = connect()
    put(connection, 1)
    write = Path.write_bytes

    def fill_the_disk(path, content):
        write(path, content[: len(content) // 2])
        assert not path.name.endswith(".msg")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fill_the_disk)
    with pytest.raises(ChannelError, match="No space left"):
        put(connection, 2)
    monkeypatch.undo()
    assert take_all(connection) == [1]
    assert list((folder / "messages").iterdir()) == []


@pytest.mark.parametrize("torn", [b"", b"{", b"[]", b'{"body": 1}', b"\x00\xff"])
def test_a_torn_message_is_put_aside(connect, folder, torn, caplog):
    (folder / "messages" / "1_a.celery.msg").write_bytes(torn)
    put(connect(), "whole")
    assert take_all(connect()) == ["whole"]
    assert [path.name for path in (folder / "broken").iterdir()] == ["1_a.celery.msg"]
    assert "cannot be read" in caplog.text


@pytest.mark.parametrize("torn", [b"", b"[[", b"{}", b"[1]"])
def test_a_torn_table_of_queues_is_made_again(connect, folder, torn):
    path = folder / "control" / "celery.exchange"
    path.write_bytes(torn)
    put(connect(), "whole")
    assert json.loads(path.read_bytes()) == [["celery", "", "celery"]]
    assert take_all(connect()) == ["whole"]


def test_a_table_that_is_torn_while_the_site_runs_loses_nothing(connect, folder):
    """The process knows its own queues, whatever the file contains."""
    connection = connect()
    put(connection, 1)
    (folder / "control" / "celery.exchange").write_bytes(b"")
    put(connection, 2)
    assert take_all(connection) == [1, 2]


def test_a_table_that_cannot_be_written_stops_no_process(connect, folder, monkeypatch, caplog):
    def refuse(path, content):
        raise OSError(errno.EROFS, "Read-only file system")

    connection = connect()
    with monkeypatch.context() as patch:
        patch.setattr(file_queue, "write_whole", refuse)
        with pytest.raises(ChannelError, match="Read-only"):
            put(connection, 1)
    assert "The table of celery was not written" in caplog.text
    put(connection, 2)
    assert take_all(connection) == [2]


def test_a_worker_begins_with_a_queue_that_is_whole(folder, connect):
    put(connect(), "whole")
    (folder / "messages" / "1_a.celery.msg").touch()
    (folder / "messages" / f"{file_queue.UNFINISHED}1").write_bytes(b"half")
    (folder / "control" / "celery.exchange").write_bytes(b"")
    (folder / "control" / "celeryev.exchange").write_bytes(b"[]")
    file_queue.mend(folder)
    assert [path.name for path in (folder / "control").glob("*.exchange")] == ["celeryev.exchange"]
    assert len(list((folder / "messages").iterdir())) == 1
    file_queue.mend(folder)
    assert take_all(connect()) == ["whole"]


def test_several_workers_share_the_messages(connect):
    writer = connect()
    put(writer, *range(60))
    found: list[int] = []
    readers = [connect() for _reader in range(4)]
    threads = [threading.Thread(target=lambda r=reader: found.extend(take_all(r))) for reader in readers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(60))
