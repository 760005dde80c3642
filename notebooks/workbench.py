"""House-rule workbench: every lever of a game, and what it does to the win rate while you move it.

``house-edge explore`` serves it as an app; ``marimo edit notebooks/workbench.py`` opens it to be changed.
"""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="House Edge: house-rule workbench")

with app.setup:
    import html
    import time

    import marimo as mo

    from analysis.arms import Base
    from analysis.workbench import Workbench
    from reports import comparing, exploring, words
    from reports.figures import trial as figure
    from sim import load_game
    from sim.errors import BadInput, HouseEdgeError


@app.function(hide_code=True)
def plain_text(text):
    """Show a text to be copied."""
    style = "white-space: pre-wrap; overflow-wrap: anywhere; padding: 0.6rem 0.8rem; background: rgba(128,128,128,0.1)"
    return mo.Html(f"<pre style='{style}'>{html.escape(text)}</pre>")


@app.cell(hide_code=True)
def _():
    mo.md("""
    # House-rule workbench

    Move a lever and see what the house rule does: the game is played again at once, on the same seeds as the printed
    rules, so the difference is the rule's and not the dice's. All of it can be had again from the command line.
    """)
    return


@app.cell(hide_code=True)
def _():
    start = exploring.started()
    game = load_game(start.game)
    seed = mo.ui.number(0, 2**53 - 1, 1, value=start.seed, label="Seed", debounce=True)
    scenario = mo.ui.dropdown(
        {f"{name}: {entry['title']}": name for name, entry in game.scenarios.items()},
        value=next(
            f"{name}: {entry['title']}"
            for name, entry in game.scenarios.items()
            if name == (start.scenario or game.file.default_scenario)
        ),
        label=game.file.scenario_word.capitalize(),
        full_width=True,
    )
    policy = mo.ui.dropdown(
        exploring.policies(game, start),
        value=start.policy or game.file.default_policy,
        label="Policy",
        full_width=True,
    )
    games = mo.ui.dropdown(
        {f"{count:,}": count for count in (2_000, 10_000, 50_000, 200_000)},
        value="10,000" if mo.running_in_notebook() else "2,000",
        label="Games",
    )
    # Settings that outlive the controls, which are made anew when the scenario changes.
    kept = dict(start.changes)
    return game, games, kept, policy, scenario, seed, start


@app.cell(hide_code=True)
def _(kept):
    def forget(count):
        kept.clear()
        return count + 1

    reset = mo.ui.button(label="Back to the printed rules", value=0, on_click=forget, full_width=True)
    return (reset,)


@app.cell(hide_code=True)
def _(game, games, policy, reset, scenario, seed):
    mo.sidebar(
        [mo.md(f"## {game.file.title}"), scenario, policy, mo.hstack([games, seed], justify="start"), reset],
        width="26rem",
    )
    return


@app.cell(hide_code=True)
def _(game, kept, reset, scenario):
    reset  # pressed: the controls are made anew
    printed = exploring.printed(game, scenario.value)

    def control(parameter):
        value = kept.get(parameter.name, printed[parameter.name])
        if parameter.kind == "switch":
            return mo.ui.switch(bool(value), label="yes")
        if parameter.kind == "choice":
            return mo.ui.dropdown(list(parameter.choices), value=value, allow_select_none=False)
        if parameter.kind == "list":
            return mo.ui.text(exploring.shown(value), debounce=True)
        low, high = parameter.bounds
        return mo.ui.slider(
            low if parameter.kind == "number" else int(low),
            high if parameter.kind == "number" else int(high),
            exploring.step(parameter),
            value=value,
            include_input=True,
            full_width=True,
        )

    chapters = exploring.chapters(game)
    levers = mo.ui.dictionary({lever.name: control(lever) for listed in chapters.values() for lever in listed})
    return chapters, levers, printed


@app.cell(hide_code=True)
def _(chapters, levers, printed):
    def row(parameter):
        told = f"{parameter.doc} *Printed: {exploring.setting(parameter, printed[parameter.name])}.*"
        return mo.vstack(
            [mo.md(f"{exploring.markdown(told)}<br><small>`{parameter.name}`</small>"), levers[parameter.name]], gap=0.1
        )

    mo.sidebar(
        [
            mo.accordion(
                {
                    f"{title} ({len(listed)})": mo.vstack([row(parameter) for parameter in listed], gap=1.2)
                    for title, listed in chapters.items()
                },
                multiple=True,
            )
        ],
        width="26rem",
    )
    return


@app.cell(hide_code=True)
def _(game, seed, start):
    bench = Workbench(Base(game, int(seed.value), cards=start.cards, jobs=start.jobs))
    return (bench,)


@app.cell(hide_code=True)
def _(bench, kept, levers, policy, printed, scenario):
    for name, value in levers.value.items():
        if value == printed[name]:
            kept.pop(name, None)
        else:
            kept[name] = value
    try:
        trial, wrong = bench.trial(scenario.value, policy.value, kept), []
    except BadInput as error:
        trial, wrong = None, exploring.problems(error)
    return trial, wrong


@app.cell(hide_code=True)
def _(games, trial, wrong):
    def big(label, text, caption):
        return mo.stat(text, label=label, caption=caption, bordered=True)

    def panel(trial, busy):
        found = trial.comparison()
        effect = found.win_rate
        numbers = [big("Printed rules", comparing.side(effect.base, "share"), exploring.between(effect.base))]
        if trial.changed:
            numbers += [
                big("Your rules", comparing.side(effect.arm, "share"), exploring.between(effect.arm)),
                big("Difference", exploring.points(effect), exploring.points_between(effect)),
            ]
        parts = [
            mo.Html(f"<p style='font-size: 1.35rem; line-height: 1.35'>{exploring.sentence(trial, found)}</p>"),
            mo.hstack(numbers, widths="equal"),
            mo.Html(figure.picture(trial, found)),
            mo.md(exploring.note(trial, found, busy)),
        ]
        if trial.changed and not busy:
            parts.append(mo.accordion({"Everything that differs": mo.md(exploring.effects_table(found))}))
        return mo.vstack(parts, gap=0.8)

    def refine():
        """Play on in the background until enough is played or a lever moves."""
        thread, told = mo.current_thread(), time.monotonic()
        for done in trial.play(games.value):
            if thread.should_exit:
                return
            if done == games.value or time.monotonic() - told > 0.7:
                told = time.monotonic()
                mo.output.replace(panel(trial, done < games.value))

    if wrong:
        result = mo.callout(
            mo.md("**These rules cannot be played.**\n\n" + "\n".join(f"- {w}" for w in wrong)), "danger"
        )
    else:
        try:
            began = time.monotonic()
            for _ in trial.play(games.value):
                if mo.running_in_notebook() and time.monotonic() - began > 0.2:
                    break
            result = panel(trial, trial.games < games.value)
            if trial.games < games.value:
                mo.Thread(target=refine, daemon=True).start()
        except HouseEdgeError as error:
            result = mo.callout(mo.md(f"**The games were stopped.** {error}"), "danger")
    result
    return (result,)


@app.cell(hide_code=True)
def _(trial):
    mo.stop(trial is None or not trial.changed)
    mo.md(exploring.changes_table(trial))
    return


@app.cell(hide_code=True)
def _(games, trial):
    mo.stop(trial is None)
    commands = [exploring.run_command(trial, games.value)]
    if trial.changed:
        commands.append(exploring.compare_command(trial, games.value))
    mo.vstack([mo.md("**The same numbers again:**"), *(plain_text(command) for command in commands)], gap=0.3)
    return (commands,)


@app.cell(hide_code=True)
def _():
    share = mo.ui.run_button(label="Make a text to share")
    share
    return (share,)


@app.cell(hide_code=True)
def _(games, share, trial):
    mo.stop(trial is None or not (share.value or not mo.running_in_notebook()))
    snippet = exploring.snippet(trial, games.value)
    mo.vstack(
        [
            mo.md(
                "Whoever saves this text as a file and types `house-edge run --from FILE` gets the same"
                f" {words.count(games.value, 'game')}, and is told whether they are equal to the byte."
            ),
            plain_text(snippet),
        ]
    )
    return (snippet,)


if __name__ == "__main__":
    app.run()
