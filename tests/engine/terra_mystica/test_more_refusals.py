"""Lines in the spirit of R17 that its file does not have, on the positions of that file.

Each is refused with its code, changes nothing, and every nearest line that is offered is legal.
"""

from __future__ import annotations

import pytest

from engine.api import MoveError
from engine.terra_mystica.rules import RULES
from tests.engine.terra_mystica.test_refusals import DATA, FILE, Table

MEANWHILE = {"En": "darklings: send p to AIR for 1", "Au": "darklings: send p to AIR for 1"}
WITCHES = "witches: send p to AIR for 1"

CASES = """
Ha | convert 1C to 1W. action ACT4 | no-conversion
Ha | convert 7PW to 1P. action ACT4 | ratio
Ha | convert 100W to 100C. action ACT4 | unreadable
Ha | convert 71W to 71C. action ACT4 | cannot-pay
Ha | convert 0W to 0C. action ACT4 | number
Ha | burn 1. action ACT4 | cannot-pay
Ha | -2PW. action ACT4 | not-waivable
Ha | -1VP. action ACT4 | not-waivable
Ha | -P3. action ACT4 | not-waivable
Ha | -KEY. action ACT4 | not-waivable
Ha | -71C. action ACT4 | cannot-pay
Ha | +KEY. action ACT4 | not-owed
Ha | +FIRE. action ACT4 | not-owed
Ha | action ACT4. -SPADE | not-owed
Ha | action ACT7 | unreadable
Ha | action FAV6. +FIRE | not-owned
Ha | pass BON11 | card
Ha | pass FAV1 | unreadable
Ha | build E6 | occupied
Ha | build Z9 | no-such-hex
Ha | dig 1. transform E5 to ice | terrain
Ha | dig 1. transform E5 to pink | unreadable
Ha | dig 0. build E5 | number
Ha | dig 24. build E5 | cannot-pay
Ha | dig 2. build E5 | spades-left
Ha | transform E5 to brown | spades-short
Ha | action ACT5. transform F4 to blue. build E5 | build-where
Ha | action ACT6. -3SPADE | not-owed
Ha | action ACT6. dig 1. -SPADE. build D4 | not-waivable
Ha | action ACT6. transform F4 to blue. transform F4 to black | partial-twice
Ha | action ACT5. dig 1. transform E5 to brown | spades-left
Ha | upgrade E6 to TP. upgrade F7 to TP | one-action
Ha | upgrade E6 to SH | wrong-building
Ha | upgrade r15 to TP | river
Ha | upgrade E6 to TP; upgrade E6 to TE. +FAV13 | tile-gone
Ha | upgrade E6 to TP; upgrade E6 to TE. +FAV1. +FAV2 | not-owed
Ha | upgrade E6 to TP; upgrade E6 to SH. -4SPADE | not-owed
Ha | upgrade E6 to TP; upgrade E6 to SH. action ACT4 | one-action
Ha | bridge E6:C2 | not-owed
Ha | send p to EARTH for 4 | unreadable
Ha | send p to MOON | unreadable
Ha | send p to FIRE. send p to AIR | one-action
Ha | advance dig; advance dig; advance dig | track
Ha | leech 1 from witches | no-offer
Ha | decline | no-offer
Ha | pick-color red | not-owed
Ha | unlock-terrain red | not-owed
Ha | setup giants | phase
Ha | -FREE_D. action ACT4 | not-owed
Al | convert 3C to 2VP. action ACT4 | ratio
Da | advance dig | track
Da | upgrade E5 to TP; upgrade E5 to SH. convert 3W to 2P | no-conversion
Da | upgrade E5 to TP; upgrade E5 to SH. convert 1W to 1P; convert 1W to 1P | no-conversion
Dw | action ACT6. dig 1. transform G3 to gray. transform A7 to black | one-hex
Fa | advance dig; advance dig | track
Gi | upgrade D4 to TP; upgrade D4 to SH; action ACTG. dig 1. build E7 | not-here
Gi | action ACT6. dig 1. build E7 | spades-left
No | upgrade E8 to TP; upgrade E8 to SH; action ACTN. transform E8 to yellow | occupied
No | upgrade E8 to TP; upgrade E8 to SH; action ACTN. build A1 | not-here
No | upgrade E8 to TP; upgrade E8 to SH; action ACTN. build E7; action ACTN. build D7 | space-taken
En | action ACTE. bridge E7:F6 | bad-site
En | action ACTE. bridge C2:D4; action ACT1. bridge D4:C2 | bad-site
Au | upgrade F4 to TP; upgrade F4 to SH. +FAV9; action ACTA. +3FIRE | not-owed
CM | upgrade D4 to TP; upgrade D4 to SH; action ACTC. done | action-due
CM | upgrade D4 to TP; upgrade D4 to SH; action ACTC. action ACT5. action ACT3 | owed
Me | connect r99. action ACT4 | town
Me | connect D5:Z9 | no-such-hex
IM | dig 1. transform F4 to brown | spades-short
IM | dig 1. transform E5 to volcano | terrain
Dr | dig 1. build E5. dig 1. build F3 | one-action
Dr | transform E5 to volcano | not-here
Dr | dig 1. -SPADE | not-owed
Ac | dig 1. -3WATER. build E5 | not-owed
Ac | dig 1. build E5. -4WATER | one-track
Ac | action ACT6. +3FIRE | not-owed
Ac | dig 1. build E5. done | owed
Sh | upgrade E6 to TP; upgrade E6 to SH; action ACTH1. pick-color red | not-owned
Sh | upgrade E6 to TP; upgrade E6 to SH; action ACTH5. done | owed
Ri | transform E5 to brown | not-here
Ri | action ACT2. action ACT4 | one-action
Ri | convert 5PW to 1P. pass BON1 | owed
Ri | convert 10PW to 2P. unlock-terrain red. unlock-terrain red | terrain
Ri | upgrade E6 to TP; upgrade E6 to SH. -3BRIDGE | not-owed
"""


@pytest.mark.skipif(not DATA["cases"], reason=f"no positions at {FILE}")
@pytest.mark.parametrize("case", CASES.strip().splitlines())
def test_refused_r17(case: str) -> None:
    position, lines, code = (part.strip() for part in case.split("|"))
    *script, attempt = lines.split("; ")
    table = Table({"position": position})
    me = DATA["positions"][position]["factions"][0]
    for line in script:
        table.play(f"{me}: {line}")
        table.play(MEANWHILE.get(position, WITCHES))
    before = table.state
    with pytest.raises(MoveError) as refused:
        table.play(f"{me}: {attempt}")
    assert (refused.value.code, table.state) == (code, before)
    refusal = RULES.compose(before, table.seats[me], attempt).refusal
    assert refusal is not None
    for hint in refusal.nearest:
        RULES.play(before, table.seats[me], hint)
