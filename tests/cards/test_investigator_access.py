"""Tests that investigators can take what their backs allow."""

import pytest

from cards.investigator_access import takers, usable_by
from rules.cards.catalogue import Catalogue

#: The pool of every investigator, counted by another evaluator on the raw card data: free and limited cards
#: with a level, then those of them with a printing of chapter 2. Everything that could be chosen is included.
POOLS = """
01001   523   0   83   0  Roland Banks
01002   525   0   81   0  Daisy Walker
01003   530   0   85   0  "Skids" O'Toole
01004   548   0   89   0  Agnes Baker
01005   536   0   87   0  Wendy Adams
02001   339 467   51  97  Zoey Samaras
02002   338 445   52  91  Rex Murphy
02003   338 464   53  95  Jenny Barnes
02004   339 474   52  97  Jim Culver
02005   335 469   53  95  "Ashcan" Pete
03001   372   0   59   0  Mark Harrigan
03002   549   0   89   0  Minh Thi Phan
03003   519   0   82   0  Sefina Rousseau
03004   369   0   53   0  Akachi Onyele
03005   527   0   85   0  William Yorick
03006  1206   0  201   0  Lola Hayes
04001   536   0   85   0  Leo Anderson
04002   380   0   54   0  Ursula Downs
04003   325 235   52  49  Finn Edwards
04004   382   0   52   0  Father Mateo
04005   394   0   59   0  Calvin Wright
05001   331 273   58  46  Carolyn Fern
05002   535   0   84   0  Joe Diamond
05003   493   0   85   0  Preston Fairmont
05004   533   0   84   0  Diana Stanley
05005   391   0   66   0  Rita Young
05006   367 229   52  48  Marie Lambeau
06001   544   0   88   0  Tommy Muldoon
06002   345 225   52  41  Mandy Thompson
06003   343 243   53  44  Tony Morgan
06004   529   0   84   0  Luke Robinson
06005   522   0   82   0  Patrice Hathaway
07001   520   0   80   0  Sister Mary
07002   379   0   61   0  Amanda Sharpe
07003   526   0   85   0  Trish Scarborough
07004   543   0   86   0  Dexter Drake
07005   366   0   56   0  Silas Marsh
08001   336 118   51  25  Daniela Reyes
08004   346 113   53  23  Norman Withers
08007   344 121   53  24  Monterey Jack
08010   314 113   48  21  Lily Chen
08016   332 122   53  25  Bob Jenkins
09001   335 215   51  41  Carson Sinclair
09004   335 290   58  50  Vincent Lee
09008   383   0   61   0  Kymani Jones
09011   374   0   55   0  Amina Zidane
09015   520   0   85   0  Darrell Simmons
09018  1054   0  177   0  Charlie Kane
10001   363  13   59   0  Wilson Richards
10004   378   0   57   0  Kate Winthrop
10009   364   0   60   0  Alessandra Zorzi
10012   406   0   48   0  Kōhaku Narukami
10015   336  79   53   9  Hank Samson
11001   389 101   55  24  Marion Tavares
11004   548   0   86   0  Lucius Galloway
11007   378 106   57  22  Agatha Crane
11008   354 120   52  24  Agatha Crane
11011   365   0   64   0  Michael McGlen
11014   338 242   52  42  Gloria Goldberg
11017   337 241   53  49  George Barnaby
12001   542   0   88   0  Daniela Reyes
12004   535   0   84   0  Joe Diamond
12007   527   0   85   0  Trish Scarborough
12010   543   0   86   0  Dexter Drake
12013   521   0   82   0  Isabelle Barnes
60101   337   0   51   0  Nathaniel Cho
60151   334   0   51   0  Tommy Muldoon
60201   343   0   52   0  Harvey Walters
60251   345   0   52   0  Carolyn Fern
60301   338   0   53   0  Winifred Habbamock
60351   339   0   53   0  André Patel
60401   338   0   52   0  Jacqueline Fine
60451   339   0   52   0  Marie Lambeau
60501   336   0   53   0  Stella Clark
60551   338   0   53   0  Miguel de la Cruz
89001   641   0  129   0  Subject 5U-21
90001   323 229   50  46  Daisy Walker
90008   384   0   61   0  "Skids" O'Toole
90017   375   0   53   0  Agnes Baker
90024   431   0   75   0  Roland Banks
90037   432   0   62   0  Wendy Adams
90046   411  92   68  20  "Ashcan" Pete
90049   385 118   47  25  Jim Culver
90059   383  98   54  20  Zoey Samaras
90062   408 112   61  23  Monterey Jack
90078   374 100   59  22  Rex Murphy
90081   352   9   45   0  Father Mateo
90084   319  64   52  11  Jenny Barnes
90087  1294   0  208   0  Lola Hayes
98001   338 464   53  95  Jenny Barnes
98004   523   0   83   0  Roland Banks
98007   346 113   53  23  Norman Withers
98010   331 273   58  46  Carolyn Fern
98013   366   0   56   0  Silas Marsh
98016   543   0   86   0  Dexter Drake
98019   338 242   52  42  Gloria Goldberg
99001   367 229   52  48  Marie Lambeau
"""


@pytest.fixture(scope="module")
def catalogue(shipped_catalogue: Catalogue) -> Catalogue:
    return shipped_catalogue


@pytest.mark.parametrize("row", POOLS.strip().splitlines(), ids=lambda row: row.split(maxsplit=5)[5])
def test_pools_are_as_large_as_counted(catalogue, row):
    code, *numbers = row.split(maxsplit=5)[:5]
    usable = usable_by(catalogue, code, creation=True)
    levelled = {c.code for c in catalogue.cards.values() if c.level is not None and not c.encounter_set}
    newest = {p.card for p in catalogue.printings.values() if catalogue.packs[p.pack].chapter == 2}
    free, limited = usable.free & levelled, usable.limited & levelled
    counted = (len(free), len(limited), len(free & newest), len(limited & newest))
    assert counted == tuple(map(int, numbers))


def test_every_investigator_who_builds_decks_is_counted(catalogue):
    counted = {row.split()[0] for row in POOLS.strip().splitlines()}
    assert counted == {code for code, card in catalogue.investigators.items() if card.investigator}


def test_reprinted_investigators_take_what_their_originals_take(catalogue):
    assert usable_by(catalogue, "01501") is usable_by(catalogue, "01001")


def test_an_unknown_investigator_takes_nothing(catalogue):
    assert not usable_by(catalogue, "01016").cards
    assert not usable_by(catalogue, "nonsense").cards


def test_parallel_investigators_share_signatures(catalogue):
    assert "01006" in usable_by(catalogue, "01001").signatures
    assert "01006" in usable_by(catalogue, "90024").signatures
    assert "01006" not in usable_by(catalogue, "01002").cards


def test_a_card_knows_who_may_take_it(catalogue):
    ways = {investigator.code: way for investigator, way in takers(catalogue, "01006")}
    assert ways["01001"] == ways["90024"] == ways["98004"] == "signature"
    ways = {investigator.code: way for investigator, way in takers(catalogue, "01039")}
    assert ways["01002"] == "free"
    assert ways["06003"] == "limited"
    assert "03003" not in ways
    assert takers(catalogue, "nonsense") == []


def test_forbidden_cards_are_nobodys(catalogue):
    assert takers(catalogue, "08076")
    assert takers(catalogue, "08076", taboo="010") == []


def test_subject_5u_21_takes_higher_levels_after_creation(catalogue):
    begins = usable_by(catalogue, "89001", creation=True).free
    assert begins < usable_by(catalogue, "89001").free
