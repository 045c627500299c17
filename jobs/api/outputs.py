"""Serializers of jobs."""

from rest_framework import serializers

from jobs.models import Job


class JobSerializer(serializers.ModelSerializer[Job]):
    class Meta:
        model = Job
        fields = [
            "id",
            "kind",
            "state",
            "done",
            "total",
            "message",
            "result",
            "error",
            "created",
            "started",
            "finished",
        ]
        read_only_fields = fields
