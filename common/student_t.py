"""Student's t: how wide a confidence interval is when samples are few."""

from math import inf

NORMAL = 1.959964  # standard errors to either side for this confidence, with very many samples
# The same after Student, by the degrees of freedom.
FEW = (inf, 12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)


def student(freedom: int) -> float:
    """Return the number of standard errors for 95% confidence; for many samples, by Fisher and Cornish."""
    if freedom < len(FEW):
        return FEW[freedom]
    z = NORMAL
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
