"""What is done with whole suites in the API: taken as files, copied, deleted."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import transaction
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.calls.api import tags
from scenarios.api import views
from scenarios.api.serializers import SuiteSerializer
from scenarios.models import Suite
from scenarios.permissions import require
from scenarios.selectors.suites import counted
from scenarios.services import copies, sent_suites, suites


class FilesSerializer(serializers.Serializer[Any]):
    """A suite as the files of its export, each as text by its path."""

    files = serializers.DictField(child=serializers.CharField(trim_whitespace=False, allow_blank=True))
    open = serializers.BooleanField(required=False, default=False, help_text="Anybody signed in may see it.")
    release = serializers.BooleanField(required=False, default=False, help_text="Release it at once.")


class CopySerializer(serializers.Serializer[Any]):
    """The name in addresses that the copy gets."""

    slug = serializers.SlugField(max_length=80)


class SuiteList(views.SuiteList):
    """The suites you may see; POST stores one that is sent as files."""

    curl_example: ClassVar[dict[str, Any]] = {"files": {"suite.json": "…"}}
    orders: ClassVar = {"slug": ("slug",), "title": ("title", "slug"), "created": ("created_at", "slug")}

    @extend_schema(operation_id="suites_import", request=FilesSerializer, responses={201: SuiteSerializer})
    def post(self, request: Request) -> Response:
        """``files`` is what ``suites/SUITE/files/`` gives. Gold is derived anew and must be as stated."""
        require(request.user, Verb.SUITE_IMPORT)
        data = _read(FilesSerializer(data=request.data))
        if data["release"]:
            require(request.user, Verb.SUITE_RELEASE)
        stored = sent_suites.store(
            files=data["files"], by=request.user, is_open=data["open"], release=data["release"]
        )
        return Response(SuiteSerializer(counted(stored)).data, status=status.HTTP_201_CREATED)


class SuiteDetail(views.SuiteDetail):
    """One suite; a draft can be deleted."""

    @extend_schema(operation_id="suites_delete", request=None, responses={204: None})
    def delete(self, request: Request, **kwargs: Any) -> Response:
        """Delete a draft with all it holds. 409 for a released suite, and for one that others rest on."""
        suite = self.find_suite(Verb.SUITE_DELETE)
        with transaction.atomic():
            Suite.objects.select_for_update().get(pk=suite.pk)
            tags.require_match(request, SuiteSerializer(counted(self.find_suite(Verb.SUITE_VIEW))).data)
            suites.delete(suite=suite, by=request.user)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SuiteFiles(views.OfSuite):
    """A suite as files, gold included: what ``export_suite`` writes."""

    @extend_schema(operation_id="suites_files", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, **kwargs: Any) -> Response:
        """Each file as text by its path; send them back to ``suites/`` to store the suite elsewhere."""
        suite = self.find_suite(Verb.GOLD_VIEW)
        files = sent_suites.texts_of(suite=suite, by=request.user)
        return Response({"suite": suite.slug, "content_hash": suite.content_hash, "files": files})


class SuiteCopies(views.OfSuite):
    """POST copies a suite to a draft."""

    curl_example: ClassVar[dict[str, Any]] = {"slug": "mini-2"}

    @extend_schema(operation_id="suites_copy", request=CopySerializer, responses={201: SuiteSerializer})
    def post(self, request: Request, **kwargs: Any) -> Response:
        """A draft under another slug, as the next version, in which records can be edited."""
        suite = self.find_suite(Verb.HISTORY_EDIT)
        require(request.user, Verb.SUITE_IMPORT)
        data = _read(CopySerializer(data=request.data))
        copied = copies.copy_suite(suite=suite, slug=data["slug"], by=request.user)
        return Response(SuiteSerializer(counted(copied)).data, status=status.HTTP_201_CREATED)


def _read(form: serializers.Serializer[Any]) -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)
