"""Writing and testing a policy: a few lines in a cell, checked, measured against the policy they inherit from."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="House Edge: writing and testing a policy")

with app.setup:
    import html
    from pathlib import Path

    import marimo as mo

    from analysis.arms import Base
    from analysis.compare import Contender, Extent, compare
    from reports import comparing, words
    from reports.exploring import effects_table
    from sim import load_game
    from sim.conformance import examine
    from sim.policy import Policy, Weight


@app.cell(hide_code=True)
def _():
    mo.md("""
    # Writing and testing a policy

    For whom: you have an idea how to play better, or wonder what a bad habit costs. Here a habit is **written** in one
    cell, **checked** against the contract every policy keeps, and **measured** against its parent on the same seeds. It
    answers one decision; all others are the parent's.

    The habit: greed. The Opulent is won when the target is in the coffers and the Manager closes the club. A greedy
    Manager plays on for a cushion.
    """)
    return


@app.cell
def _():
    policy = Policy(
        "opulent",
        "greedy",
        parent="rulebook",
        weights={"cushion": Weight(10, (0, 60), "dollars", "Wanted above the target before the club closes.")},
    )

    @policy.decision
    def close(table, rules, choices, n, weights, memory, luck, seat):
        """Close once the cushion is there: the second choice closes, the first plays on."""
        return 1 if table.coffers - table.target >= weights.cushion else 0

    return (policy,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Does it keep the contract?

    Legal choices only, the table left alone, the same games for the same seed, an answer in time. It is compiled once: some
    seconds the first time.
    """)
    return


@app.cell
def _(policy):
    game = load_game(policy.game)
    checked = examine(game, policy.typed(), games=10)
    mo.md(
        "\n".join(
            [
                f"**It keeps the contract.** Asked whether to close {checked.asked.get('close', 0):,} times."
                if not checked.findings
                else "**It breaks the contract.**",
                *(f"- {finding.what} {finding.fix}" for finding in checked.findings),
            ]
        )
    )
    return checked, game


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## What does it change?
    """)
    return


@app.cell
def _(game):
    scenario = mo.ui.dropdown(list(game.scenarios), value="1924", label="Year")
    cushion = mo.ui.slider(0, 60, value=10, debounce=True, label="Cushion, dollars", show_value=True)
    mo.hstack([scenario, cushion], justify="start", gap=2)
    return cushion, scenario


@app.cell
def _(game, policy, cushion, scenario):
    parent = Contender(policy.parent.name, policy.parent.name)
    own = Contender(f"{policy.name}, cushion ${cushion.value}", f"{policy.typed()}:cushion={cushion.value}")
    result = compare(Base(game, seed=1920), parent, [own], [scenario.value], Extent(games=4_000))
    answer = f"{comparing.place(result)}: {comparing.sentence(result, own.name)}."
    mo.vstack(
        [
            mo.Html(f"<p style='font-size: 1.35rem; line-height: 1.35'>{html.escape(answer)}</p>"),
            mo.md(effects_table(result.main(own.name), parent.name, policy.name)),
            mo.md(
                f"{words.count(result.pairs, 'game')} of each on the same seeds (seed 1920), 95 % intervals, paired."
            ),
        ]
    )
    return answer, own, result


@app.cell(hide_code=True)
def _(policy):
    written = Path(policy.typed()).read_text(encoding="utf-8")
    mo.vstack(
        [
            mo.md("""
    ## Keep it

    Saved as `greedy.py`, it works wherever a policy can be named. `house-edge new policy FILE` writes a commented example to
    start from.

    ```sh
    house-edge check policy ./greedy.py
    house-edge compare opulent --scenario 1924 --policy rulebook --policy ./greedy.py:cushion=10
    ```
    """),
            mo.Html(f"<pre style='white-space: pre-wrap; font-size: 0.85rem'>{html.escape(written)}</pre>"),
        ]
    )
    return (written,)


if __name__ == "__main__":
    app.run()
