"""Tests of the files of deploy/, as far as possible without a separate machine."""

import configparser
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from tests.documents import is_known_setting, known_settings

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
SERVICES = sorted((DEPLOY / "systemd").glob("*.service"))
UNITS = sorted((DEPLOY / "systemd").glob("*"))
CODE = known_settings()


def unit(path: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read_string(path.read_text())
    return parser


def program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    return found or pytest.skip(f"there is no {name} here")


def run(*command: object, **more) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=60, **more)


# --- systemd ----------------------------------------------------------------------------------------------


def test_units_are_what_systemd_understands(tmp_path):
    """The programs that they start are not installed here, so others replace them."""
    verify = program("systemd-analyze")
    for path in UNITS:
        text = re.sub(r"^(ExecStart=)\S+", rf"\1{shutil.which('true')}", path.read_text(), flags=re.M)
        (tmp_path / path.name).write_text(text)
    done = run(verify, "verify", "--man=no", *(tmp_path / path.name for path in UNITS))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.stem)
def test_no_service_is_root_or_may_write_code(path):
    service = unit(path)["Service"]
    assert service["User"] == "casebook"
    assert service["ProtectSystem"] == "strict"
    assert "/srv/casebook/current" not in service["ReadWritePaths"]
    assert service["NoNewPrivileges"] == "yes"
    assert service["CapabilityBoundingSet"] == ""


def test_all_services_are_confined_alike():
    def confined(path: Path) -> list[str]:
        _head, _comment, rest = path.read_text().partition("# It may write its own data, and nothing else.\n")
        return rest.partition("\n\n")[0].strip().splitlines()

    assert len({tuple(confined(path)) for path in SERVICES}) == 1
    assert len(confined(SERVICES[0])) > 15


@pytest.mark.parametrize("name", ["web", "worker", "beat"])
def test_what_ends_is_started_again_after_what_it_needs(name):
    found = unit(DEPLOY / "systemd" / f"casebook-{name}.service")
    assert found["Service"]["Restart"] == "always"
    assert "postgresql.service" in found["Unit"]["After"]
    assert found["Install"]["WantedBy"] == "casebook.target"
    assert f"casebook-{name}.service" in unit(DEPLOY / "systemd" / "casebook.target")["Unit"]["Wants"]


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_what_a_unit_starts_is_there(path):
    start = unit(path)["Service"]["ExecStart"] if path in SERVICES else ""
    inside = re.findall(r"/srv/casebook/current/(\S+)", start)
    for name in inside:
        assert name == ".venv/bin/python" or os.access(ROOT / name, os.X_OK), name


# --- Proxies ----------------------------------------------------------------------------------------------


def test_nginx_understands_its_configuration(tmp_path):
    nginx, openssl = program("nginx"), program("openssl")
    new = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=casebook.example")
    run(openssl, *new, "-keyout", tmp_path / "privkey.pem", "-out", tmp_path / "fullchain.pem")
    text = (DEPLOY / "nginx.conf").read_text()
    text = text.replace("/etc/letsencrypt/live/casebook.example", str(tmp_path))
    (tmp_path / "site").write_text(text.replace("/var/log/nginx", str(tmp_path)))
    main = f"pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}} http {{ include {tmp_path}/site; }}"
    (tmp_path / "nginx.conf").write_text(main)
    done = run(nginx, "-t", "-c", tmp_path / "nginx.conf")
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr


@pytest.mark.parametrize("name", ["Caddyfile", "compose.Caddyfile"])
def test_caddy_understands_its_configuration(tmp_path, name):
    caddy = program("caddy")
    text = (DEPLOY / name).read_text()
    major, minor = map(int, re.findall(r"\d+", run(caddy, "version").stdout)[:2])
    if (major, minor) < (2, 7):  # one directive is newer
        text = re.sub(r"^\s*request_buffers .*\n", "", text, flags=re.M)
    (tmp_path / "Caddyfile").write_text(text)
    where = {**os.environ, "SITE": "casebook.example", "HOME": str(tmp_path)}
    done = run(caddy, "validate", "--adapter", "caddyfile", "--config", tmp_path / "Caddyfile", env=where)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile", "compose.Caddyfile"])
def test_every_proxy_sends_what_the_site_believes(name):
    """BEHIND_PROXY makes the site trust these headers, so the proxy must not pass on what a visitor sent."""
    text = (DEPLOY / name).read_text()
    assert re.search(r"X-Forwarded-For\s+(\$remote_addr|{http.request.remote.host})", text)
    assert re.search(r"X-Request-ID\s+(\$request_id|{http.request.uuid})", text)
    assert "/metrics" in text
    allowed = int(re.search(r"(?:client_max_body_size|max_size)\s+(\d+)", text)[1])
    assert allowed == settings.MAX_UPLOAD_BYTES // 1_000_000 + 1


# --- Containers -------------------------------------------------------------------------------------------


def test_the_compose_file_starts_every_part():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    assert {"database", "queue", "prepare", "web", "worker", "beat", "proxy"} <= set(services)
    for name in ("web", "worker", "beat"):
        assert services[name]["depends_on"]["prepare"]["condition"] == "service_completed_successfully"
        assert services[name]["read_only"]
        assert services[name]["cap_drop"] == ["ALL"]
    for name in services["web"]["environment"]:
        assert is_known_setting(name, CODE), name
    named = {volume.partition(":")[0] for each in services.values() for volume in each.get("volumes", [])}
    assert {name for name in named if not name.startswith(".")} == set(compose["volumes"])
    ports = [name for name, service in services.items() if service.get("ports")]
    assert ports == ["proxy"], "nothing else can be reached from outside"


def test_images_are_named_without_a_host():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    images = [service["image"] for service in compose["services"].values()]
    images += re.findall(r"^FROM (\S+)", (DEPLOY / "Containerfile").read_text(), re.M)
    for image in images:
        assert "." not in image.partition("/")[0].partition(":")[0], image


def test_the_image_is_built_of_what_is_there_and_not_run_by_root():
    text = (DEPLOY / "Containerfile").read_text()
    user = text.index("\nUSER casebook\n")
    assert user < text.index("\nCMD ")
    for names in re.findall(r"^COPY (?!--from)(.+) \./?$", text, re.M):
        for name in names.split():
            assert (ROOT / name).exists(), name
    assert "--require-hashes" in text


# --- Settings and scripts -----------------------------------------------------------------------------------


def test_every_setting_of_the_example_exists():
    lines = (DEPLOY / "casebook.env").read_text().splitlines()
    named = [line.lstrip("# ").partition("=")[0] for line in lines if re.match(r"(# )?[A-Z_]+='", line)]
    assert len(named) > 10
    for name in named:
        assert is_known_setting(name, CODE), name


@pytest.mark.parametrize("name", ["manage", "backup"])
def test_scripts_are_plain_shell(name):
    assert os.access(DEPLOY / name, os.X_OK)
    assert run("sh", "-n", DEPLOY / name).returncode == 0


@pytest.fixture
def deploy(tmp_path):
    """The scripts, with a command beside them that records how it was called."""
    for name in ("backup", "manage"):
        shutil.copy(DEPLOY / name, tmp_path / name)
    (tmp_path / "backups").mkdir()
    return tmp_path


def stub(path: Path, body: str) -> None:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


def test_old_backups_are_removed_once_a_new_one_is_whole(deploy):
    stub(deploy / "manage", '[ "$1" = backup ] && echo whole >"$2"; true')
    old, young = (deploy / "backups" / f"casebook-{age}.json.gz" for age in ("old", "young"))
    other = deploy / "backups" / "holiday.jpg"
    for path, days in [(old, 20), (young, 5), (other, 400)]:
        path.touch()
        then = time.time() - days * 86400
        os.utime(path, (then, then))
    done = run(deploy / "backup", deploy / "backups")
    assert done.returncode == 0, done.stderr
    assert (old.exists(), young.exists(), other.exists()) == (False, True, True)
    [new] = set((deploy / "backups").glob("casebook-2*.json.gz"))
    assert new.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("broken", ["backup", "restore"])
def test_a_backup_that_fails_removes_nothing_and_reports_it(deploy, broken):
    stub(deploy / "manage", f'[ "$1" != {broken} ]')
    old = deploy / "backups" / "casebook-old.json.gz"
    old.touch()
    os.utime(old, (0, 0))
    assert run(deploy / "backup", deploy / "backups").returncode != 0
    assert old.exists()


def test_manage_runs_a_command_with_the_settings_of_the_services(deploy):
    (deploy / "release" / "deploy").mkdir(parents=True)
    shutil.copy(DEPLOY / "manage", deploy / "release" / "deploy")
    stub(deploy / "release" / "run", 'echo "$SECRET_KEY|$*"')
    (deploy / "env").write_text("SECRET_KEY='a $key with signs'\n")
    where = {**os.environ, "CASEBOOK_SETTINGS": str(deploy / "env")}
    done = run(deploy / "release" / "deploy" / "manage", "check", "--deploy", env=where)
    assert done.stdout == "a $key with signs|manage check --deploy\n"
