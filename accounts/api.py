"""The account as JSON."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.generics import RetrieveAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import services
from accounts.models import User
from accounts.serializers import AccountSerializer


class Account(RetrieveAPIView[User]):
    """Who you are here."""

    serializer_class = AccountSerializer
    permission_classes = [IsAuthenticated]

    def get_object(self) -> Any:
        return self.request.user


class AccountExport(APIView):
    """Everything that is yours."""

    permission_classes = [IsAuthenticated]
    throttle_scope = "bulk"
    throttle_methods = ("GET",)

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        assert isinstance(request.user, User)
        return Response(services.export_account(request.user))
