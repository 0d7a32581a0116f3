"""Configuration: right values are typed, wrong ones end the program with one clear sentence."""

import pytest

from terra_site.env import ConfigError, Environment, MailDoor

PRODUCTION = {
    "SECRET_KEY": "0123456789abcdef" * 4,
    "ALLOWED_HOSTS": "play.example.org",
    "SITE_URL": "https://play.example.org",
    "DATABASE_URL": "postgresql://u:p@db.example.org/site",
    "REDIS_URL": "redis://cache.example.org:6379/0",
    "EMAIL_URL": "smtp://u:p%40ss@mail.example.org:587/?tls=yes",
    "MAIL_FROM": "Post & Spade <table@play.example.org>",
}
READERS = {
    "SECRET_KEY": "secret_key",
    "ALLOWED_HOSTS": "allowed_hosts",
    "SITE_URL": "site_url",
    "DATABASE_URL": "database_url",
    "REDIS_URL": "redis_url",
    "EMAIL_URL": "mail_server",
    "MAIL_FROM": "mail_from",
    "SITE_NAME": "site_name",
    "PORT": "port",
    "REPLY_ADDRESS": "reply_address",
    "INBOUND_LISTEN": "listen_for_mail",
    "IMAP_URL": "mail_to_fetch",
    "INBOUND_WEBHOOK_SECRET": "webhook_secret",
}


@pytest.mark.parametrize("missing", PRODUCTION)
def test_production_refuses_to_start_without(missing):
    values = {name: value for name, value in PRODUCTION.items() if name != missing}
    with pytest.raises(ConfigError) as refusal:
        getattr(Environment(values, production=True), READERS[missing])
    sentence = str(refusal.value.code)
    assert missing in sentence
    assert "must be set in production" in sentence
    assert f"Example: {missing}=" in sentence


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("SECRET_KEY", "short", "too short"),
        ("SECRET_KEY", "k" * 60, "can be guessed"),
        ("ALLOWED_HOSTS", " , ", "names no host"),
        ("ALLOWED_HOSTS", "https://play.example.org", "names alone"),
        ("ALLOWED_HOSTS", "play.example.org:443", "names alone"),
        ("ALLOWED_HOSTS", "*", "names alone"),
        ("SITE_URL", "https://[::1", "not a well-formed address"),
        ("SITE_URL", "https://play.example.org/games", "without a path"),
        ("SITE_URL", "https://other.example.org", "ALLOWED_HOSTS does not"),
        ("DATABASE_URL", "postgresql://u:p@db.example.org", "names no database"),
        ("REDIS_URL", "redis://cache/first", "number of a database"),
        ("EMAIL_URL", "smtps://mail.example.org/?tls=yes", "TLS twice"),
        ("MAIL_FROM", "Post & Spade", "must be an address"),
        ("MAIL_FROM", "Post\nBcc: <a@example.org>", "must be an address"),
        ("SITE_NAME", "Post\n& Spade", "one line"),
        ("SITE_URL", "http://play.example.org", "https://"),
        ("SITE_URL", "play.example.org", "must begin with"),
        ("DATABASE_URL", "sqlite:///site.sqlite3", "must begin with"),
        ("DATABASE_URL", "mysql://u@h/site", "must begin with"),
        ("REDIS_URL", "http://cache", "must begin with redis://"),
        ("REDIS_URL", "redis://", "names no host"),
        ("REDIS_URL", "redis://cache:99999", "port"),
        ("EMAIL_URL", "mailbox://", "must name a mail server"),
        ("EMAIL_URL", "smtp://", "names no host"),
        ("EMAIL_URL", "smtp://mail.example.org/?tls=perhaps", "yes or no"),
        ("REPLY_ADDRESS", "move", "plain address"),
        ("REPLY_ADDRESS", "move+x@reply.example.org", "without a +"),
        ("REPLY_ADDRESS", "much-too-long-a-name@reply.example.org", "more than 12"),
        ("INBOUND_LISTEN", "http://localhost:25", "must begin with lmtp:// or smtp://"),
        ("INBOUND_LISTEN", "smtp://localhost", "names no port"),
        ("IMAP_URL", "pop3://u:p@mail.example.org", "must begin with"),
        ("IMAP_URL", "imaps://mail.example.org", "user and password"),
        ("INBOUND_WEBHOOK_SECRET", "short:one", "20 characters"),
        ("INBOUND_WEBHOOK_SECRET", "long-but-without-a-colon", "user:password"),
        ("PORT", "eighty", "whole number"),
        ("PORT", "70000", "from 1 to 65535"),
    ],
)
def test_a_wrong_value_is_named_with_an_example(name, value, says):
    with pytest.raises(ConfigError) as refusal:
        getattr(Environment({**PRODUCTION, name: value}, production=True), READERS[name])
    assert says in str(refusal.value.code)
    assert refusal.value.variable == name


def test_complete_production_settings_are_read():
    env = Environment(PRODUCTION, production=True)
    mail = env.mail_server
    assert (mail.scheme, mail.host, mail.port, mail.user) == ("smtp", "mail.example.org", 587, "u")
    assert mail.password == "p@ss"
    assert mail.starttls
    assert env.allowed_hosts == ["play.example.org"]


def test_former_keys_are_read():
    env = Environment({**PRODUCTION, "SECRET_KEY_FALLBACKS": "one, two,"}, production=True)
    assert env.former_secret_keys == ["one", "two"]
    assert Environment(PRODUCTION, production=True).former_secret_keys == []


def test_doors_for_mail_are_read():
    env = Environment(
        {
            **PRODUCTION,
            "REPLY_ADDRESS": "Move@reply.example.org",
            "INBOUND_LISTEN": "lmtp://127.0.0.1:8024",
            "IMAP_URL": "imaps://table%40example.org:p%2Fss@mail.example.org/Replies",
            "INBOUND_WEBHOOK_SECRET": "provider:a-long-random-word",
        },
        production=True,
    )
    assert env.reply_address == "move@reply.example.org"
    assert env.listen_for_mail == MailDoor("lmtp", "127.0.0.1", 8024)
    assert env.mail_to_fetch == MailDoor(
        "imaps", "mail.example.org", 993, "table@example.org", "p/ss", "Replies"
    )
    assert env.webhook_secret == "provider:a-long-random-word"


def test_production_takes_no_mail_unless_told_so():
    env = Environment(PRODUCTION, production=True)
    assert (env.reply_address, env.mail_to_fetch, env.webhook_secret) == ("", None, "")


def test_nothing_is_needed_for_the_embedded_site(tmp_path):
    env = Environment({"DATA_DIR": str(tmp_path)}, production=False)
    assert env.database_url == f"sqlite:///{tmp_path / 'site.sqlite3'}"
    assert env.redis_url == ""
    assert env.mail_server.scheme == "mailbox"
    assert env.site_url == "http://localhost:8000"
    assert len(env.secret_key) >= 40


def test_the_stored_secret_lasts(tmp_path):
    (tmp_path / "secret-key").write_text("s" * 50)
    assert Environment({"DATA_DIR": str(tmp_path)}, production=False).secret_key == "s" * 50


@pytest.mark.parametrize(
    ("value", "means"), [("yes", True), ("0", False), ("ON", True), ("", False)]
)
def test_flags(value, means):
    assert Environment({"DEBUG": value}, production=False).flag("DEBUG", False) is means


def test_a_flag_that_is_neither_yes_nor_no_is_refused():
    with pytest.raises(ConfigError, match="DEBUG must be yes or no"):
        Environment({"DEBUG": "maybe"}, production=False).flag("DEBUG", False)
