import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0008_imported_campaigns"),
        ("decks", "0004_constraints"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RenameField("act", "upon", "previous"),
        migrations.RenameField("act", "touched", "revision"),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "position",
                    models.PositiveSmallIntegerField(
                        help_text="Its position among the entries of the step, from 0.",
                        verbose_name="position",
                    ),
                ),
                ("kind", models.CharField(max_length=40, verbose_name="kind")),
                (
                    "seat",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Empty: it concerns the whole group.",
                        max_length=64,
                        verbose_name="seat",
                    ),
                ),
                (
                    "facts",
                    models.JSONField(
                        blank=True, default=dict, help_text="Everything but the seat.", verbose_name="facts"
                    ),
                ),
                (
                    "deck_version",
                    models.ForeignKey(
                        blank=True,
                        help_text="The version of the player's own deck that holds a recorded deck.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="decks.deckversion",
                        verbose_name="deck version",
                    ),
                ),
                (
                    "step",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="campaigns.act",
                        verbose_name="step",
                    ),
                ),
            ],
            options={
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
                "ordering": ["step", "position"],
            },
        ),
        migrations.CreateModel(
            name="NewDeck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.CharField(max_length=64, verbose_name="seat")),
                ("changed", models.DateTimeField(auto_now=True, verbose_name="changed")),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="campaigns.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "deck",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="decks.deck",
                        verbose_name="deck",
                    ),
                ),
            ],
            options={
                "verbose_name": "new deck",
                "verbose_name_plural": "new decks",
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="RandomDeck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.CharField(max_length=64, verbose_name="seat")),
                ("changed", models.DateTimeField(auto_now=True, verbose_name="changed")),
                ("seed", models.CharField(max_length=200, verbose_name="seed")),
                ("trauma", models.PositiveSmallIntegerField(verbose_name="trauma")),
                (
                    "cards",
                    models.JSONField(
                        default=list, help_text="The cards that cost the trauma.", verbose_name="cards"
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="campaigns.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "like",
                    models.ForeignKey(
                        blank=True,
                        help_text="The deck whose choices and own cards it has.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="decks.deck",
                        verbose_name="choices of",
                    ),
                ),
            ],
            options={
                "verbose_name": "random deck",
                "verbose_name_plural": "random decks",
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="ScenarioDraft",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "scenarios_before",
                    models.PositiveSmallIntegerField(
                        help_text="With the scenario, this identifies the game that was played.",
                        verbose_name="scenarios before",
                    ),
                ),
                ("scenario", models.CharField(max_length=64, verbose_name="scenario")),
                (
                    "answers",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="By form field: the values entered.",
                        verbose_name="answers",
                    ),
                ),
                (
                    "revision",
                    models.PositiveIntegerField(
                        default=1,
                        help_text="Grows whenever a member saves the form.",
                        verbose_name="revision",
                    ),
                ),
                ("changed", models.DateTimeField(auto_now=True, verbose_name="changed")),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "campaign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scenario_draft",
                        to="campaigns.campaign",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "scenario draft",
                "verbose_name_plural": "scenario drafts",
            },
        ),
        migrations.CreateModel(
            name="TokenDraw",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        help_text="The seed, and the request: sent twice, it draws once.",
                        max_length=64,
                        verbose_name="key",
                    ),
                ),
                (
                    "scenario",
                    models.CharField(blank=True, default="", max_length=64, verbose_name="scenario"),
                ),
                ("tokens", models.JSONField(help_text="In the order drawn.", verbose_name="tokens")),
                ("total", models.CharField(max_length=40, verbose_name="total")),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="token_draws",
                        to="campaigns.campaign",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "token draw",
                "verbose_name_plural": "token draws",
                "ordering": ["campaign", "pk"],
            },
        ),
        migrations.CreateModel(
            name="TokenModifier",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "scenario",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Empty: before the first scenario.",
                        max_length=64,
                        verbose_name="scenario",
                    ),
                ),
                ("token", models.CharField(max_length=20, verbose_name="token")),
                ("modifier", models.SmallIntegerField(verbose_name="modifier")),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="token_modifiers",
                        to="campaigns.campaign",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "token modifier",
                "verbose_name_plural": "token modifiers",
            },
        ),
        migrations.CreateModel(
            name="WeaknessDraft",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.CharField(max_length=64, verbose_name="seat")),
                ("changed", models.DateTimeField(auto_now=True, verbose_name="changed")),
                ("seed", models.CharField(max_length=200, verbose_name="seed")),
                (
                    "pool",
                    models.JSONField(
                        help_text="Copies by card, from which they were drawn.", verbose_name="pool"
                    ),
                ),
                (
                    "drafted",
                    models.JSONField(help_text="The codes of the three cards.", verbose_name="drafted"),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="campaigns.campaign",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "weakness draft",
                "verbose_name_plural": "weakness drafts",
                "abstract": False,
            },
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["step", "kind"], name="entry_by_step_and_kind"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("step", "position"), name="entry_has_its_position"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind", ""), _negated=True), name="entry_has_a_kind"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("deck_version", None), ("kind", "deck"), _connector="OR"),
                name="entry_only_decks_have_versions",
            ),
        ),
        migrations.AddConstraint(
            model_name="newdeck",
            constraint=models.UniqueConstraint(fields=("campaign", "seat"), name="newdeck_one_per_seat"),
        ),
        migrations.AddConstraint(
            model_name="newdeck",
            constraint=models.CheckConstraint(
                condition=models.Q(("seat", ""), _negated=True), name="newdeck_has_a_seat"
            ),
        ),
        migrations.AddConstraint(
            model_name="randomdeck",
            constraint=models.UniqueConstraint(fields=("campaign", "seat"), name="randomdeck_one_per_seat"),
        ),
        migrations.AddConstraint(
            model_name="randomdeck",
            constraint=models.CheckConstraint(
                condition=models.Q(("seat", ""), _negated=True), name="randomdeck_has_a_seat"
            ),
        ),
        migrations.AddConstraint(
            model_name="tokendraw",
            constraint=models.UniqueConstraint(fields=("campaign", "key"), name="token_draw_is_made_once"),
        ),
        migrations.AddConstraint(
            model_name="tokenmodifier",
            constraint=models.UniqueConstraint(
                fields=("campaign", "scenario", "token"), name="token_modifier_once_per_scenario"
            ),
        ),
        migrations.AddConstraint(
            model_name="weaknessdraft",
            constraint=models.UniqueConstraint(
                fields=("campaign", "seat"), name="weaknessdraft_one_per_seat"
            ),
        ),
        migrations.AddConstraint(
            model_name="weaknessdraft",
            constraint=models.CheckConstraint(
                condition=models.Q(("seat", ""), _negated=True), name="weaknessdraft_has_a_seat"
            ),
        ),
    ]
