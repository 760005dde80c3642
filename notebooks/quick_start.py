"""Quick start: play many games, read the win rate with its interval, draw a figure, follow one game."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="House Edge: quick start")

with app.setup:
    import html

    import marimo as mo

    from analysis.difficulty import NOTHING_MORE, difficulty
    from analysis.proportions import wilson
    from reports import words
    from reports.exploring import table
    from reports.figures import ladder
    from reports.figures.canvas import WIDE, on_paper, svg
    from sim import load_game, simulate
    from sim.api import make_plan
    from sim.playback import tell


@app.cell(hide_code=True)
def _():
    mo.md("""
    # Quick start

    For whom: you want to know how often a team wins, and you know a little Python. Four steps: **play** many games,
    read the **win rate** with its interval, **draw** how hard three years are for three kinds of players, and **follow**
    one game from the first patron to the last. Change a value and everything below follows.
    """)
    return


@app.cell
def _():
    scenario, policy, seed = "1924", "rulebook", 7
    games = simulate("opulent", scenario, policy, games=5_000, seed=seed)
    _columns = ["game", "outcome", "rounds", "coffers", "target", "raids", "turned_away"]
    mo.md(table(_columns, games.loc[:4, _columns].astype(str).to_numpy()))
    return games, policy, scenario, seed


@app.cell(hide_code=True)
def _():
    mo.md("""
    Each row is a game: how it ended and everything that was counted. A game is a function of its seed and its number,
    so the same line gives the same rows on any machine.
    """)
    return


@app.cell
def _(games):
    won = wilson(int((games["outcome"] == "won").sum()), len(games))
    answer = f"The team wins {words.share_with_interval(won.estimate, won.low, won.high)} of {len(games):,} games."
    mo.md(f"## {answer}")
    return answer, won


@app.cell
def _(games):
    endings = games["outcome"].value_counts()
    endings = endings[endings > 0].rename("games").to_frame()
    endings["share"] = [words.part(count / len(games)) for count in endings["games"]]
    mo.md(table(["outcome", "games", "share"], endings.reset_index().astype(str).to_numpy()))
    return (endings,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## For whom is it hard?

    A year is as hard as the table that plays it. `random` is the floor, `novice` plays each station sensibly but alone,
    `rulebook` follows the rulebook's tips together. Each mark has its interval; the bands are years that cannot be told
    apart.
    """)
    return


@app.cell
def _(seed):
    _who = ("random", "novice", "rulebook")
    hard = difficulty("opulent", ("1920", "1922", "1924"), _who, games=1_500, seed=seed, extent=NOTHING_MORE)
    mo.Html(on_paper(svg(ladder.draw(hard, WIDE), "ladder"), ladder.describe(hard)))
    return (hard,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## One game, rule by rule

    Any game of the run can be told. What stands in brackets is the rule's id: `house-edge show rules opulent door.wait`
    says where it is printed.
    """)
    return


@app.cell
def _(games):
    longest = int(games["rounds"].idxmax())
    mo.md(f"Game {longest} was the longest of them: {games['rounds'].max()} rounds.")
    return (longest,)


@app.cell
def _(longest, policy, scenario, seed):
    story = list(tell(make_plan("opulent", scenario, policy, seed=seed), longest))
    shown = story[:28] + ["", "    ...", ""] + story[-14:]
    mo.Html(f"<pre style='overflow-x: auto; font-size: 0.85rem'>{html.escape(chr(10).join(shown))}</pre>")
    return (story,)


@app.cell(hide_code=True)
def _(longest, policy, scenario, seed):
    title = load_game("opulent").file.title
    mo.md(f"""
    The same on the command line:

    ```sh
    house-edge run opulent --scenario {scenario} --policy {policy} --games 5000 --seed {seed}
    house-edge replay opulent --scenario {scenario} --policy {policy} --seed {seed} --game {longest}
    ```

    Next: `house-edge explore` moves the rules of {title}; `house-edge difficulty opulent` asks all ten years.
    """)
    return


if __name__ == "__main__":
    app.run()
