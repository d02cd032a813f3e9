"""Values and chances that come from samples: never a bare number, always with how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Z95 = 1.959964  # two-sided 95 % of the normal distribution


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of points over samples.

    mean     points
    error    standard error of the mean, at least 0
    samples  how many samples it rests on (may be fractional where they are weighted)
    """

    mean: float
    error: float
    samples: float

    @classmethod
    def of(cls, mean: float, variance: float, samples: float) -> Estimate:
        """From the mean and variance of a sample."""
        return cls(mean, sqrt(variance / max(samples - 1, 1)), samples)

    @classmethod
    def from_values(cls, values: list[float]) -> Estimate:
        """From the sample itself, which must not be empty."""
        mean = sum(values) / len(values)
        return cls.of(mean, sum((v - mean) ** 2 for v in values) / len(values), len(values))

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean lies with 95 % confidence."""
        return self.mean - Z95 * self.error, self.mean + Z95 * self.error

    def __neg__(self) -> Estimate:
        return Estimate(-self.mean, self.error, self.samples)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{_signed(self.mean)} ({_signed(low)} .. {_signed(high)})"


@dataclass(frozen=True, slots=True)
class Chance:
    """The probability of an event, estimated from samples.

    share    of the samples in which it happened, 0 to 1
    samples  how many samples, at least 0 (may be fractional where they are weighted)
    """

    share: float
    samples: float

    def __post_init__(self) -> None:
        if not -1e-9 <= self.share <= 1 + 1e-9:
            raise ValueError(f"a chance of {self.share}")

    @property
    def interval(self) -> tuple[float, float]:
        """Where the probability lies with 95 % confidence (Wilson 1927)."""
        if self.samples <= 0:
            return 0.0, 1.0
        n, p = self.samples, min(max(self.share, 0.0), 1.0)
        middle = (p + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
        half = Z95 / (1 + Z95**2 / n) * sqrt(p * (1 - p) / n + Z95**2 / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def percent(self) -> float:
        """The share in percent."""
        return 100 * self.share

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.percent:.1f} % ({100 * low:.1f} .. {100 * high:.1f})"


def _signed(points: float) -> str:
    text = f"{points:+.2f}"
    return "0.00" if text in ("+0.00", "-0.00") else text
