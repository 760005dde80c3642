"""The campaign: what is carried over, the reckoning, the quick sale, bankruptcy."""

import numpy as np
import pytest

from sim.campaign import CampaignContext, make_campaign_plan
from sim.games.opulent.names import MISSED


@pytest.mark.rule("campaign.upgrade_missed")
def test_a_missed_upgrade_fails_the_year_and_not_the_campaign_unless_the_table_rules_so():
    goes_on = CampaignContext(make_campaign_plan("opulent", "rulebook", "thrifty", seed=3)).play(0, 300)
    missed = goes_on["ending"][:, :-1] == MISSED
    assert missed.any()
    assert (goes_on["ending"][:, 1:][missed] > 0).all()
    plan = make_campaign_plan("opulent", "rulebook", "thrifty", seed=3, rules={"campaign.any_miss_ends": True})
    ends = CampaignContext(plan).play(0, 300)
    missed = ends["ending"][:, :-1] == MISSED
    assert missed.any()
    assert not ends["ending"][:, 1:][missed].any()
    assert np.array_equal(goes_on[:, 0], ends[:, 0])
