"""Random house rules: values of parameters within their bounds."""

from hypothesis import strategies as st


def value_of(parameter, ascending=()):
    """Draw a value of a parameter within its bounds; the lists named in ``ascending`` must not decrease."""
    if parameter.kind == "switch":
        return st.booleans()
    if parameter.kind == "choice":
        return st.sampled_from(parameter.choices)
    low, high = (int(end) for end in parameter.bounds)
    if parameter.kind == "list":
        length = len(parameter.default)
        values = st.lists(st.integers(low, high), min_size=length, max_size=length)
        return values.map(sorted) if parameter.name in ascending else values
    return st.integers(low, high)
