"""API views of the account."""

from typing import Any

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import RetrieveAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.outputs import AccountSerializer
from accounts.export import export_part
from accounts.models import User
from web.shared.numbers import read_whole


class Account(RetrieveAPIView[User]):
    """Your account."""

    serializer_class = AccountSerializer
    permission_classes = [IsAuthenticated]

    def get_object(self) -> Any:
        return self.request.user


class AccountExport(APIView):
    """All data of your account."""

    permission_classes = [IsAuthenticated]
    throttle_scope = "bulk"
    throttle_methods = ("GET",)
    also_answers = {"GET": (404,)}

    @extend_schema(
        parameters=[OpenApiParameter("part", int, default=1, description="Which of the `parts`, from 1.")],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request) -> Response:
        """All at once, or in parts: if `parts` is more than 1, request each of them."""
        assert isinstance(request.user, User)
        number = read_whole(request.query_params.get("part", "1"), most=99_999)
        exported = export_part(request.user, number or 0)
        if exported is None:
            raise Http404
        return Response(exported)
