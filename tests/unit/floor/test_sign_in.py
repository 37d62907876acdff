"""Signing in and out, slowed down for those who guess."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from benchmark.floor.accounts.models import SignInAttempt, User
from benchmark.floor.accounts.services import demo, sign_in

pytestmark = pytest.mark.django_db
URL = "/accounts/sign-in/"
RIGHT = {"username": "lead", "password": "a long one"}
WRONG = {**RIGHT, "password": "another"}


@pytest.fixture(autouse=True)
def lead() -> User:
    return User.objects.create_user(username="lead", password="a long one", role="lead")


def test_the_page_is_where_its_name_says(client: Client) -> None:
    assert reverse("accounts:sign_in") == URL
    assert b"csrfmiddlewaretoken" in client.get(URL).content


def test_the_right_password_opens_a_session_and_goes_on(client: Client) -> None:
    response = client.post(URL, {**RIGHT, "next": "/suites/"})
    assert (response.status_code, response["Location"]) == (302, "/suites/")
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_it_never_leads_elsewhere(client: Client, target: str) -> None:
    assert client.post(URL, {**RIGHT, "next": target})["Location"] == "/"


def test_a_wrong_password_an_unknown_name_and_an_inactive_account_look_alike(client: Client) -> None:
    User.objects.create_user(username="gone", password="a long one", is_active=False)
    pages = []
    for fields in (WRONG, {**RIGHT, "username": "nobody"}, {**RIGHT, "username": "gone"}):
        response = client.post(URL, fields)
        assert response.status_code == 422
        pages.append("do not match an active account" in response.content.decode())
    assert pages == [True] * 3
    assert "_auth_user_id" not in client.session


def test_guessing_one_name_is_stopped_even_with_the_right_password(client: Client) -> None:
    for _ in range(sign_in.PER_USERNAME):
        assert client.post(URL, {**WRONG, "username": "LEAD"}).status_code == 422
    response = client.post(URL, RIGHT)
    assert response.status_code == 429
    assert "Try again in 15 minutes" in response.content.decode()

    SignInAttempt.objects.update(failed_at=timezone.now() - sign_in.WINDOW)
    assert client.post(URL, RIGHT).status_code == 302


def test_guessing_from_one_address_is_stopped(client: Client) -> None:
    now = timezone.now()
    SignInAttempt.objects.bulk_create(
        SignInAttempt(username=f"user{n}", address="127.0.0.1", failed_at=now)
        for n in range(sign_in.PER_ADDRESS)
    )
    assert client.post(URL, RIGHT).status_code == 429
    assert client.post(URL, RIGHT, REMOTE_ADDR="127.0.0.2").status_code == 302


def test_attempts_older_than_a_day_are_forgotten(client: Client) -> None:
    SignInAttempt.objects.create(
        username="x", address="127.0.0.1", failed_at=timezone.now() - timedelta(days=1, seconds=1)
    )
    client.post(URL, WRONG)
    assert [attempt.username for attempt in SignInAttempt.objects.all()] == ["lead"]


def test_signing_out_takes_a_post(client: Client) -> None:
    client.post(URL, RIGHT)
    assert client.get("/accounts/sign-out/").status_code == 405
    assert client.post("/accounts/sign-out/").status_code == 302
    assert "_auth_user_id" not in client.session


def test_a_form_from_elsewhere_is_refused() -> None:
    assert Client(enforce_csrf_checks=True).post(URL, RIGHT).status_code == 403


def test_demo_accounts_are_made_once_with_passwords_of_their_own() -> None:
    User.objects.all().delete()
    first = demo.ensure_accounts()
    assert [(account.username, account.role) for account in first] == [
        ("annotator", "annotator"),
        ("annotator-2", "annotator"),
        ("adjudicator", "adjudicator"),
        ("lead", "lead"),
        ("viewer", "viewer"),
        ("admin", "admin"),
    ]
    passwords = {account.password for account in first}
    assert None not in passwords
    assert len(passwords) == 6
    for account in first:
        assert Client().login(username=account.username, password=account.password)
    assert [account.password for account in demo.ensure_accounts()] == [None] * 6
    again = demo.new_passwords()
    assert passwords.isdisjoint(account.password for account in again)
    assert Client().login(username="lead", password=again[3].password)
    assert list(User.objects.filter(is_staff=True).values_list("username", flat=True)) == ["admin"]
