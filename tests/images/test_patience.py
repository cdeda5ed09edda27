"""When a picture is late: by what the others took, and by what it is at."""

from opsin.images.patience import (
    FIRST_PATIENCE,
    LEAST_PATIENCE,
    LEAST_QUEUE_PATIENCE,
    PATIENCE_FACTOR,
    Patience,
    Watch,
)
from opsin.web.clock import Phase


class Hours:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def watch(clock: Hours, patience: Patience, host: str = "a.example") -> Watch:
    return Watch(clock, patience.connect_times, lambda: None, host=host)


def test_what_runs_is_late_by_the_median_of_the_others() -> None:
    clock, patience = Hours(), Patience()
    one = watch(clock, patience)
    one(Phase.AWAITING)
    assert patience.late_at(one) == FIRST_PATIENCE
    patience.note(one, 0.01)
    assert patience.late_at(one) == LEAST_PATIENCE
    patience.durations[:] = [1.0, 2.0, 9.0]
    assert patience.late_at(one) == PATIENCE_FACTOR * 2.0


def test_what_waits_for_a_connection_is_late_where_its_host_shows_no_sign_of_life() -> None:
    clock, patience = Hours(), Patience()
    served, queued, other = (
        watch(clock, patience),
        watch(clock, patience),
        watch(clock, patience, "b.example"),
    )
    assert patience.late_at(queued) == FIRST_PATIENCE
    served(Phase.AWAITING)
    clock.now = 0.1
    patience.note(served, clock.now)
    # Pictures of its own host arrive, so that its turn will come; from the other nothing came.
    assert patience.late_at(queued) == 0.1 + LEAST_QUEUE_PATIENCE
    assert patience.late_at(other) == LEAST_QUEUE_PATIENCE
    clock.now = 4.9
    another = watch(clock, patience)
    another(Phase.AWAITING)
    clock.now = 5.0
    patience.note(another, clock.now)
    assert patience.late_at(queued) > 5.0 > patience.late_at(other)
