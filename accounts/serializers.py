"""What does an account look like as JSON?"""

from rest_framework import serializers

from accounts.models import User


class AccountSerializer(serializers.ModelSerializer[User]):
    class Meta:
        model = User
        fields = ["username", "email", "is_guest", "language", "theme", "date_joined"]
        read_only_fields = fields
