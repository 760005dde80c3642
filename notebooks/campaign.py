"""Campaign post-mortem: how long a club lasts, what ended it, and the story of the strangest club."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="House Edge: campaign post-mortem")

with app.setup:
    import html

    import marimo as mo
    import numpy as np
    import pandas as pd

    from analysis.arms import Base
    from analysis.campaign import Extent, campaign
    from reports import campaigning, words
    from reports.exploring import table
    from reports.figures import campaign_survival
    from reports.figures.canvas import WIDE, on_paper, svg
    from sim import load_game
    from sim.campaign import make_campaign_plan
    from sim.campaign_playback import tell_campaign
    from sim.campaign_run import play_blocks


@app.cell(hide_code=True)
def _():
    mo.md("""
    # Campaign post-mortem

    For whom: your club went under, and you want to know whether that was you or the game. Ten years are played in a
    row, money and upgrades are carried on, and the club that cannot pay is closed. Here are **how many survive**, **what
    killed the others**, and **one strange club**, told year by year.
    """)
    return


@app.cell
def _():
    policy, club, seed, campaigns = "rulebook", "safe-first", 1920, 1_000
    game = load_game("opulent")
    return campaigns, club, game, policy, seed


@app.cell
def _(campaigns, club, game, policy, seed):
    only_play = Extent(alone=False, searched=0, doubted=0)
    clubs = list(dict.fromkeys((club, "bar-first")))
    found = campaign(Base(game, seed), [policy], clubs, campaigns, only_play)
    career = found.careers[policy, club]
    return career, found


@app.cell(hide_code=True)
def _(campaigns, career, found):
    mo.md(f"""
    ## {campaigning.who(found, career)} survives in {campaigning.rate(career.survived)} of its campaigns

    {campaigning.killer(found, career).capitalize()}. {words.count(campaigns, "campaign")} of each club on the same seeds;
    95 % intervals. What no rulebook prints is assumed: `house-edge campaign opulent` says how much hangs on that.
    """)
    return


@app.cell
def _(found):
    mo.Html(on_paper(svg(campaign_survival.draw(found, WIDE), "survival"), campaigning.headline(found)))
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## What killed the others?
    """)
    return


@app.cell
def _(career, found):
    ended = sum(campaigning.causes(career).values())
    killers = pd.DataFrame(
        [
            {
                "what happened": campaigning.cause(found, outcome),
                "campaigns": count,
                "of those that ended": words.part(count / ended),
            }
            for (_, outcome), count in campaigning.causes(career).items()
        ]
    )
    mo.md(table(killers.columns, killers.astype(str).to_numpy()))
    return (killers,)


@app.cell
def _(career):
    years = pd.DataFrame(
        [
            {
                "year": year.scenario,
                "reached": year.reached,
                "alive after it": year.alive,
                "ended in it": year.reached - year.alive,
            }
            for year in career.years
        ]
    )
    mo.md(table(years.columns, years.astype(str).to_numpy()))
    return (years,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## One strange club

    Of all campaigns the one whose years ended least as years usually end: for each year the share of the clubs alive
    that ended it in the same way, multiplied. Every rescue by a quick sale and every rare misfortune makes it stranger.
    """)
    return


@app.cell
def _(campaigns, club, policy, seed):
    plan = make_campaign_plan("opulent", policy, club, seed=seed)
    rows = np.concatenate(list(play_blocks(plan, campaigns, lambda block: block)))
    return plan, rows


@app.cell
def _(rows):
    ways = rows["ending"].astype(int) * 100 + rows["outcome"]
    usual = np.zeros(ways.shape)
    for _year in range(ways.shape[1]):
        _, _which, _count = np.unique(ways[:, _year], return_inverse=True, return_counts=True)
        usual[:, _year] = _count[_which] / np.count_nonzero(rows["ending"][:, _year])
    usual[rows["ending"] == 0] = 1  # a year that was not reached is no surprise of its own
    surprise = -np.log(usual).sum(axis=1)
    strangest = int(surprise.argmax())
    return strangest, surprise, usual


@app.cell(hide_code=True)
def _(campaigns, game, plan, rows, strangest, usual):
    def _told(row, share):
        return {
            "year": plan.scenarios[row["scenario"]],
            "brought in": f"${row['carried']}",
            "made": f"${row['coffers']}",
            "needed": f"${row['target']}",
            "how the evening ended": game.file.outcomes[row["outcome"]].words,
            "how the year ended": game.file.campaign.endings[row["ending"]].words,
            "as did": words.part(share),
            "took on": f"${row['carried_on']}",
        }

    history = pd.DataFrame(
        [_told(row, share) for row, share in zip(rows[strangest], usual[strangest], strict=True) if row["ending"]]
    )
    mo.vstack(
        [
            mo.md(f"**Campaign {strangest} of {campaigns:,}** lived {len(history)} years."),
            mo.md(table(history.columns, history.to_numpy())),
        ]
    )
    return (history,)


@app.cell
def _(plan, strangest, history):
    last_year = history["year"].iloc[-1]
    story = list(tell_campaign(plan, strangest, last_year))
    mo.vstack(
        [
            mo.md(f"### Its last year, {last_year}: the end of the evening"),
            mo.Html(
                f"<pre style='overflow-x: auto; font-size: 0.85rem'>{html.escape(chr(10).join(story[-36:]))}</pre>"
            ),
        ]
    )
    return last_year, story


@app.cell(hide_code=True)
def _(campaigns, club, last_year, policy, seed, strangest):
    mo.md(f"""
    The same on the command line:

    ```sh
    house-edge campaign opulent --policy {policy} --club {club} --club bar-first --games {campaigns} --seed {seed}
    house-edge replay opulent --campaign --policy {policy} --club {club} --seed {seed} --game {strangest} --scenario {last_year}
    ```
    """)
    return


if __name__ == "__main__":
    app.run()
