"""partial.md: how a result reports that part of the work failed."""

from sealwax.contract.model import Counter, Documentation, Field, Partial
from sealwax.frozen import frozen
from sealwax.rendering import Finished
from sealwax.targets.markdown.places import Places


@frozen
class CounterRow:
    counter: Counter
    field: Field
    is_optional: bool
    """Whether only some payloads count."""


@frozen
class PartialView:
    header: Finished
    places: Places
    partial: Partial
    statuses: dict[str, Documentation]
    """The documentation of each status."""
    counters: tuple[CounterRow, ...]


def partial_view(partial: Partial, header: Finished, places: Places) -> PartialView:
    statuses = dict.fromkeys((partial.ok, partial.partial, partial.failed), Documentation())
    statuses |= {value.value: value.docs for value in partial.statuses.values if value.value in statuses}
    return PartialView(
        header,
        places,
        partial,
        statuses,
        tuple(
            CounterRow(counter, field, field not in partial.record.fields)
            for counter, field in partial.counters.items()
        ),
    )
