"""Serializers of accounts."""

from rest_framework import serializers

from accounts.models import User


class AccountSerializer(serializers.ModelSerializer[User]):
    email = serializers.CharField(read_only=True, help_text="Empty if none was given.")

    class Meta:
        model = User
        fields = ["username", "email", "is_guest", "language", "theme", "date_joined"]
        read_only_fields = fields
