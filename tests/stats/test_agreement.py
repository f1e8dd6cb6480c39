"""Agreement coefficients: published examples, other libraries, degenerate tables."""

from __future__ import annotations

import itertools
import math
import time
import warnings
from collections import Counter

import numpy as np
import pytest
from nltk.metrics.agreement import AnnotationTask
from numpy.typing import NDArray
from sklearn.metrics import cohen_kappa_score, confusion_matrix
from statsmodels.stats.inter_rater import aggregate_raters
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_fleiss

from turnscope.stats.agreement import (
    MISSING,
    Coefficient,
    Ratings,
    cohen_kappa,
    confusion,
    fleiss_kappa,
    krippendorff_alpha,
)

Table = NDArray[np.int64]

FLEISS_1971 = """
    0 0 0 0 14 | 0 2 6 4 2 | 0 0 3 5 6 | 0 3 9 2 0 | 2 2 8 1 1 | 7 7 0 0 0 | 3 2 6 3 0
    2 5 3 2 2 | 6 5 2 1 0 | 0 2 2 3 7
"""
"""The worked example often printed with Fleiss' kappa: 10 items, 14 raters, 5 labels; 0.210."""

KRIPPENDORFF_2011 = """
    1 2 3 3 2 1 4 1 2 . . .
    1 2 3 3 2 2 4 1 2 5 . 3
    . 3 3 3 2 3 4 2 2 5 1 .
    1 2 3 3 2 4 4 1 2 5 1 .
"""
"""Example C of Krippendorff (2011): four observers, twelve units, gaps; nominal alpha 0.743."""


def tables(*, missing: float = 0.0) -> list[Table]:
    """Items, raters, labels and reliability, each varied while the others stay."""
    base = {"items": 30, "raters": 3, "labels": 4, "noise": 0.3}
    varied = {
        "items": (1, 2, 5, 200, 2000),
        "raters": (2, 4, 7),
        "labels": (2, 3, 8, 40),
        "noise": (0.0, 0.02, 0.7, 1.0),
    }
    settings = [base] + [base | {k: v} for k, values in varied.items() for v in values]
    found = []
    for number, (at, skewed) in enumerate(itertools.product(settings, (False, True))):
        rng = np.random.default_rng(number)
        n, m, k = int(at["items"]), int(at["raters"]), int(at["labels"])
        p = rng.dirichlet(np.full(k, 0.3)) if skewed else np.full(k, 1 / k)
        truth = rng.choice(k, (n, 1), p=p)
        said = np.where(rng.random((n, m)) < at["noise"], rng.choice(k, (n, m), p=p), truth)
        found.append(np.where(rng.random((n, m)) < missing, MISSING, said))
    return found


def same(found: Coefficient, right: float) -> bool:
    return found.value == pytest.approx(right, abs=1e-9, nan_ok=True)


def test_cohen_agrees_with_scikit_learn() -> None:
    for table in tables():
        ratings = Ratings.of(table)
        for i, j in itertools.permutations(range(table.shape[1]), 2):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # 0/0 with a single label
                right = float(cohen_kappa_score(table[:, i], table[:, j]))
            assert same(cohen_kappa(ratings, i, j), right), table
            labels = range(table.max() + 2)
            found = confusion(ratings, i, j, n_labels=len(labels))
            assert (found == confusion_matrix(table[:, i], table[:, j], labels=labels)).all()


def test_fleiss_agrees_with_statsmodels() -> None:
    for table in tables():
        counts, _ = aggregate_raters(table)
        with np.errstate(invalid="ignore"):
            assert same(fleiss_kappa(Ratings.of(table)), float(statsmodels_fleiss(counts)))


def test_fleiss_of_one_label_agrees_with_its_formula() -> None:
    for table in tables():
        ratings, (n, m) = Ratings.of(table), table.shape
        for label in range(table.max() + 2):
            said = (table == label).sum(axis=1)
            p = said.sum() / (n * m)
            disagreeing = (said * (m - said)).sum() / (n * m * (m - 1))
            right = 1 - disagreeing / (p * (1 - p)) if 0 < p < 1 else math.nan
            assert same(fleiss_kappa(ratings.one_against_rest(label)), right)


@pytest.mark.parametrize("missing", [0.0, 0.2, 0.6])
def test_alpha_agrees_with_nltk(missing: float) -> None:
    n_compared = 0
    for table in tables(missing=missing):
        if len(table) > 200:
            continue  # nltk takes seconds
        told = [
            (f"rater {j}", i, int(label))
            for (i, j), label in np.ndenumerate(table)
            if label != MISSING and (table[i] != MISSING).sum() > 1
        ]
        found = krippendorff_alpha(Ratings.of(table))
        if len({label for _, _, label in told}) < 2:
            assert math.isnan(found.value)
            continue
        assert same(found, float(AnnotationTask(told).alpha()))
        n_compared += 1
    assert n_compared > 15


def test_published_examples() -> None:
    cells = [list(map(int, item.split())) for item in FLEISS_1971.replace("\n", "|").split("|")]
    items = [np.repeat(np.arange(5), counts) for counts in cells if counts]
    assert fleiss_kappa(Ratings.of(np.array(items))).value == pytest.approx(0.210, abs=5e-4)
    observers = [
        [MISSING if x == "." else int(x) for x in line.split()]
        for line in KRIPPENDORFF_2011.strip().splitlines()
    ]
    alpha = krippendorff_alpha(Ratings.of(np.array(observers).T))
    assert alpha.value == pytest.approx(0.743, abs=5e-4)
    assert alpha.n == 11  # the twelfth unit has one value
    # Cohen's kappa of 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: 0.4.
    pairs = [(0, 0)] * 20 + [(0, 1)] * 5 + [(1, 0)] * 10 + [(1, 1)] * 15
    cohen = cohen_kappa(Ratings.of(np.array(pairs)))
    assert cohen.value == pytest.approx(0.4, abs=1e-12)
    assert (cohen.observed, cohen.expected, cohen.n) == (0.7, 0.5, 50)


@pytest.mark.parametrize("coefficient", [cohen_kappa, fleiss_kappa, krippendorff_alpha])
def test_degenerate_tables_are_undefined_and_tell_n(coefficient: object) -> None:
    assert callable(coefficient)
    nothing = coefficient(Ratings.of(np.empty((0, 3), np.int64)))
    assert math.isnan(nothing.value)
    assert nothing.n == 0
    one_label = coefficient(Ratings.of(np.full((9, 2), 3)))
    assert math.isnan(one_label.value)
    assert (one_label.observed, one_label.expected, one_label.n) == (1.0, 1.0, 9)
    unseen = coefficient(Ratings.of(np.full((9, 2), MISSING)))
    assert math.isnan(unseen.value)
    assert unseen.n == 0


def test_one_rater_agrees_with_nobody() -> None:
    alone = Ratings.of(np.array([[0], [1]]))
    assert math.isnan(fleiss_kappa(alone).value)
    assert fleiss_kappa(alone).n == 2
    assert math.isnan(krippendorff_alpha(alone).value)
    assert krippendorff_alpha(alone).n == 0


def test_raters_who_always_differ() -> None:
    apart = Ratings.of(np.array([[0, 1]] * 5))
    assert cohen_kappa(apart).value == 0.0
    assert fleiss_kappa(apart).value == -1.0
    assert krippendorff_alpha(apart).value == pytest.approx(1 - 1 / (50 / 90))


def test_missing_items_are_left_out_of_kappa() -> None:
    table = np.array([[0, 0, 0], [1, 1, 0], [1, MISSING, 1], [0, 1, MISSING]])
    assert fleiss_kappa(Ratings.of(table)) == fleiss_kappa(Ratings.of(table[:2]))
    assert cohen_kappa(Ratings.of(table), 0, 2) == cohen_kappa(Ratings.of(table[:3, [0, 2]]))


def test_pooling_is_adding_items() -> None:
    for table in tables(missing=0.2):
        parts = np.array_split(table, 3)
        pooled = Ratings.pooled(Ratings.of(part) for part in parts)
        whole = Ratings.of(table)
        assert (pooled.rows == whole.rows).all()
        assert (pooled.count == whole.count).all()


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.int64, np.uint64])
def test_rows_are_counted_whatever_the_integer_and_the_number_of_raters(kind: type) -> None:
    rng = np.random.default_rng(1)
    for high, n_raters in ((2, 3), (127, 2), (127, 5), (3, 30)):
        table: NDArray[np.integer] = rng.integers(0, high + 1, (50, n_raters)).astype(kind)
        table[0, :] = high
        found = Ratings.of(table)
        right = Counter(tuple(row) for row in table.tolist())
        counted = zip(map(tuple, found.rows.tolist()), found.count.tolist(), strict=True)
        assert dict(counted) == right


@pytest.mark.parametrize("table", [[0, 1], [[0.5, 1.0]], [[0, -2]], [["a", "b"]]])
def test_what_is_no_table_of_labels_is_refused(table: object) -> None:
    with pytest.raises(ValueError, match="expected"):
        Ratings.of(np.array(table))


def test_labels_beyond_the_confusion_matrix_are_refused() -> None:
    with pytest.raises(ValueError, match="less than 2"):
        confusion(Ratings.of(np.array([[0, 2]])), 0, 1, n_labels=2)


def test_two_million_frames_take_a_fraction_of_a_second() -> None:
    rng = np.random.default_rng(0)
    table = rng.integers(0, 8, (2_200_000, 3)).astype(np.int8)
    begin = time.process_time()
    fleiss_kappa(Ratings.of(table))
    assert time.process_time() - begin < 0.3
