"""Computes the cases of reference.json, each with the program and call that it
comes from. Needs scipy and statsmodels:

    python reference.py > reference.json
"""
import collections
import itertools
import json
import math
import sys

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy import optimize, stats
from statsmodels.stats import contingency_tables, multitest

SCIPY, STATSMODELS = f"SciPy {scipy.__version__}", f"statsmodels {statsmodels.__version__}"
NUMPY = f"NumPy {np.__version__}"
rng = np.random.default_rng(20240607)
cases = []


def add(func, source, inputs, **want):
    plain = lambda v: v.tolist() if isinstance(v, np.ndarray) else v
    cases.append({
        "func": func, "source": source,
        "in": {k: plain(v) for k, v in inputs.items()},
        "want": {k: [float(x) for x in np.ravel(v)] for k, v in want.items()},
    })


every = stats.PermutationMethod(n_resamples=np.inf)

# Mann–Whitney
for m, n, ties in [(3, 4, False), (6, 5, False), (8, 12, False), (20, 15, False), (4, 5, True), (6, 6, True), (7, 5, True), (3, 9, True)]:
    x, y = rng.normal(0.6, 1, m).round(3), rng.normal(0, 1, n).round(3)
    if ties:
        x, y = rng.integers(1, 6, m).astype(float), rng.integers(0, 5, n).astype(float)
        r = stats.mannwhitneyu(x, y, method=every)
        call = "mannwhitneyu(x, y, method=PermutationMethod(n_resamples=inf))"
    else:
        r = stats.mannwhitneyu(x, y, method="exact")
        call = 'mannwhitneyu(x, y, method="exact")'
    add("MannWhitney", f"{SCIPY}, {call}", dict(x=x, y=y), statistic=r.statistic, p=r.pvalue)
x, y = rng.integers(0, 30, 70).astype(float), rng.integers(4, 33, 60).astype(float)
r = stats.mannwhitneyu(x, y, method="asymptotic")
add("MannWhitney", f'{SCIPY}, mannwhitneyu(x, y, method="asymptotic")', dict(x=x, y=y), statistic=r.statistic, p=r.pvalue)

# Wilcoxon signed-rank
for n, ties in [(5, False), (10, False), (25, False), (8, True), (12, True), (15, True)]:
    for zeros, method in [(0, "pratt"), (1, "wilcox")]:
        d = rng.normal(0.5, 1, n).round(4)
        call = f'wilcoxon(d, zero_method="{method}", method="exact")'
        if ties:
            d = rng.integers(-3, 6, n).astype(float)
            call = f'wilcoxon(d, zero_method="{method}", method=PermutationMethod(n_resamples=inf))'
        how = every if ties else "exact"
        greater = stats.wilcoxon(d, zero_method=method, alternative="greater", method=how)
        less = stats.wilcoxon(d, zero_method=method, alternative="less", method=how)
        p = min(1, 2 * min(greater.pvalue, less.pvalue))
        add("SignedRank", f"{SCIPY}, {call}: statistic of the alternative \"greater\", twice the smaller one-sided p", dict(d=d, zeros=zeros), statistic=greater.statistic, p=p)
d = rng.integers(-20, 26, 260).astype(float)
r = stats.wilcoxon(d, zero_method="pratt", method="approx", correction=False)
add("SignedRank", f'{SCIPY}, wilcoxon(d, zero_method="pratt", method="approx")', dict(d=d, zeros=0), p=r.pvalue)

# McNemar
for b, c in [(1, 5), (10, 3), (0, 6), (25, 25), (110, 151)]:
    p = contingency_tables.mcnemar([[7, b], [c, 9]], exact=True).pvalue
    add("McNemar", f"{STATSMODELS}, mcnemar([[7, b], [c, 9]], exact=True)", dict(b=b, c=c), p=min(1, p))
# Draws that no case uses any more: they keep the inputs of those that follow.
rng.normal(0.3, 1, 12), rng.integers(-3, 5, 30)
for m, n in [(5, 7), (10, 10), (40, 23)]:
    rng.normal(0.7, 1, m), rng.normal(0, 1, n)
for m, n in [(4, 5), (6, 6), (5, 8)]:
    rng.integers(1, 6, m), rng.integers(0, 5, n)

# Several samples
groups = [rng.integers(0, 9, n).astype(float) for n in (6, 7, 9)]
r = stats.kruskal(*groups)
add("KruskalWallis", f"{SCIPY}, kruskal(*rows)", dict(rows=[g.tolist() for g in groups]), statistic=r.statistic, p=r.pvalue)
for n, k, levels in [(12, 4, 100), (20, 3, 5), (15, 6, 4)]:
    a = rng.integers(0, levels, (n, k)).astype(float) + np.arange(k) * levels / 20
    a = a.round(1)
    r = stats.friedmanchisquare(*a.T)
    add("Friedman", f"{SCIPY}, friedmanchisquare(*rows.T)", dict(rows=a), statistic=r.statistic, p=r.pvalue)
    f = (n - 1) * r.statistic / (n * (k - 1) - r.statistic)
    add("ImanDavenport", f"{SCIPY}, (n−1)χ²/(n(k−1)−χ²) with χ² of friedmanchisquare", dict(rows=a), statistic=f)
    # Quade by its definition, as an analysis of variance of the weighted ranks;
    # the ranges have one digit, as the values have, and no rounding noise.
    q = stats.rankdata(np.ptp(a, axis=1).round(1))
    s = q[:, None] * (stats.rankdata(a, axis=1) - (k + 1) / 2)
    b, total = (s.sum(axis=0) ** 2).sum() / n, (s ** 2).sum()
    f = (n - 1) * b / (total - b)
    add("Quade", f"{NUMPY}, by the definition in Conover 1999, section 5.8", dict(rows=a), statistic=f)

# Skillings–Mack by its definition, with the generalised inverse of the whole
# covariance matrix; null is a missing value.
for n, k, missing in [(9, 4, 7), (15, 5, 20)]:
    a = rng.normal(0, 1, (n, k)).round(3) + np.arange(k) / 3
    a[rng.integers(0, n, missing), rng.integers(0, k, missing)] = np.nan
    sums, cov = np.zeros(k), np.zeros((k, k))
    for row in a:
        there = np.flatnonzero(~np.isnan(row))
        s = len(there)
        if s < 2:
            continue
        sums[there] += np.sqrt(12 / (s + 1)) * (stats.rankdata(row[there]) - (s + 1) / 2)
        cov[np.ix_(there, there)] += s * np.eye(s) - np.ones((s, s))
    value = sums @ np.linalg.pinv(cov) @ sums
    rows = [[None if math.isnan(v) else v for v in row] for row in a.tolist()]
    add("SkillingsMack", f"{NUMPY}, by the definition in Skillings and Mack 1981 with linalg.pinv", dict(rows=rows), statistic=value, p=stats.chi2.sf(value, k - 1))

# Corrections
p = np.array([0.001, 0.04, 0.03, 0.012, 0.6, 0.2, 0.008, 0.04, 0.9, 0.0004])
add("Holm", f'{STATSMODELS}, multipletests(p, method="holm")', dict(d=p), value=multitest.multipletests(p, method="holm")[1])
add("BenjaminiHochberg", f"{SCIPY}, false_discovery_control(p)", dict(d=p), value=stats.false_discovery_control(p))

rng.normal(0, 1, (13, 5))  # cases below are drawn as when a test stood here that is gone

# Effects
for m, n, shift in [(10, 12, 0.5), (6, 6, 1.5), (30, 25, -0.2), (4, 5, 10)]:
    x, y = rng.normal(shift, 1, m).round(1), rng.normal(0, 1, n).round(1)
    a12 = np.mean([(u > v) + (u == v) / 2 for u in x for v in y])
    add("A12", f"{NUMPY}, mean over all pairs", dict(x=x, y=y), value=a12)
rng.normal(0, 1, 23)  # no longer used

# Rates
for k, n in [(0, 10), (10, 10), (3, 10), (81, 263), (1, 29), (500, 1000)]:
    t = stats.binomtest(k, n)
    w = t.proportion_ci(method="exact")
    add("ClopperPearson", f'{SCIPY}, binomtest(k, n).proportion_ci(method="exact")', dict(b=k, c=n), interval=[w.low, w.high])

# Regressions: coefficients are those of the predictors as they are, intercept
# first; errors of the slopes. Their intervals are of other degrees of freedom:
# fewunits_test.go.
n = 40
x = np.column_stack([rng.normal(10, 3, n), rng.integers(1, 30, n), rng.normal(0, 0.1, n)]).round(3)
y = (1 + 0.3 * x[:, 0] - 0.05 * x[:, 1] + rng.normal(0, 0.2 + 0.05 * x[:, 1], n)).round(3)
fit = sm.OLS(y, sm.add_constant(x)).fit(cov_type="HC3", use_t=True)
add("Linear", f'{STATSMODELS}, OLS(y, add_constant(x)).fit(cov_type="HC3", use_t=True)', dict(rows=x, d=y), value=fit.params, error=fit.bse[1:], explained=fit.rsquared)
vif = [1 / (1 - sm.OLS(x[:, j], sm.add_constant(np.delete(x, j, 1))).fit().rsquared) for j in range(3)]
add("Inflation", f"{STATSMODELS}, 1/(1−R²) of OLS of each column on the others", dict(rows=x, d=y), value=vif)
eta = 0.5 - 0.2 * (x[:, 0] - 10) + 0.05 * (x[:, 1] - 15)
one = (rng.random(n) < 1 / (1 + np.exp(-eta))).astype(float)
fit = sm.GLM(one, sm.add_constant(x), family=sm.families.Binomial()).fit(tol=1e-12)
add("Logit", f"{STATSMODELS}, GLM(successes, add_constant(x), family=Binomial()).fit()", dict(rows=x, d=one, trials=np.ones(n)), value=fit.params, error=fit.bse[1:], explained=1 - fit.llf / fit.llnull)
trials = rng.integers(2, 8, n)
hits = rng.binomial(trials, 1 / (1 + np.exp(-eta + rng.normal(0, 0.7, n))))
rows = np.repeat(sm.add_constant(x), trials, axis=0)
single = np.concatenate([[1.0] * h + [0.0] * (t - h) for h, t in zip(hits, trials)])
fit = sm.GLM(single, rows, family=sm.families.Binomial()).fit(tol=1e-12, cov_type="cluster", cov_kwds=dict(groups=np.repeat(np.arange(n), trials), use_correction=False))
error = fit.bse[1:] * math.sqrt(n / (n - 4))
add("Logit", f'{STATSMODELS}, GLM(single trials, Binomial()).fit(cov_type="cluster", use_correction=False), errors times √(n/(n−k))', dict(rows=x, d=hits, trials=trials), value=fit.params, error=error, explained=1 - fit.llf / fit.llnull)
# Separated: the maximum of the likelihood with Firth's penalty, by a general
# optimiser.
x = np.column_stack([np.arange(10.0), rng.normal(0, 1, 10).round(2)])
one = (x[:, 0] > 4.5).astype(float)
z = sm.add_constant((x - x.mean(0)) / x.std(0))


def penalised(b):
    p = 1 / (1 + np.exp(-(z @ b)))
    w = p * (1 - p)
    return -(np.sum(one * np.log(p) + (1 - one) * np.log(1 - p)) + np.linalg.slogdet(z.T * w @ z)[1] / 2)


best = optimize.minimize(penalised, np.zeros(3), method="BFGS", options=dict(gtol=1e-9))
best = optimize.minimize(penalised, best.x, method="Nelder-Mead", options=dict(xatol=1e-10, fatol=1e-14, maxiter=20000)).x
slopes = best[1:] / x.std(0)
p = 1 / (1 + np.exp(-(z @ best)))
error = np.sqrt(np.diag(np.linalg.inv(z.T * (p * (1 - p)) @ z)))[1:] / x.std(0)
add("Logit", f"{SCIPY}, optimize.minimize of the log-likelihood less half the log-determinant of the information", dict(rows=x, d=one, trials=np.ones(10)), value=[best[0] - slopes @ x.mean(0), *slopes], error=error)


# Blocks: p by all orders within blocks, counted in plain loops, for few of them;
# by F for many. Weights are ranks of the blocks' ranges, or ones.
def scores(a, weighted):
    q = stats.rankdata(np.ptp(a, axis=1).round(9)) if weighted else np.ones(len(a))
    return q[:, None] * (stats.rankdata(a, axis=1) - (a.shape[1] + 1) / 2)


def by_orders(s):
    sums = {(0,) * s.shape[1]: 1}
    for row in s:
        after = collections.Counter()
        for order in itertools.permutations(row):
            for at, ways in sums.items():
                after[tuple(x + y for x, y in zip(at, order))] += ways
        sums = after
    seen = (s.sum(axis=0) ** 2).sum()
    return sum(w for at, w in sums.items() if sum(x * x for x in at) >= seen - 1e-9) / sum(sums.values())


for n, k, levels in [(3, 3, 2), (4, 3, 9), (7, 3, 3), (9, 2, 5), (5, 4, 3), (4, 4, 50), (3, 5, 4), (3, 5, 50), (2, 6, 3)]:
    for name in ["ImanDavenport", "Quade"]:
        a = rng.integers(0, levels, (n, k)).astype(float) + np.arange(k) * (levels > 5)
        add(name, f"{NUMPY}, all orders within blocks counted", dict(rows=a), p=by_orders(scores(a, name == "Quade")))
for n, k, step in [(30, 5, 0.3), (60, 5, 1.5), (50, 8, 1), (30, 7, 0)]:
    for name in ["ImanDavenport", "Quade"]:
        a = (rng.normal(0, 1, (n, k)) + step * np.arange(k)).round(2)
        s = scores(a, name == "Quade")
        b, total = (s.sum(axis=0) ** 2).sum() / n, (s ** 2).sum()
        f = (n - 1) * b / (total - b)
        add(name, f"{SCIPY}, f.sf of the analysis of variance of weighted ranks", dict(rows=a), statistic=f, p=stats.f.sf(f, k - 1, (n - 1) * (k - 1)))

# Tails: p far below the rounding of 1.
for n in (200, 201, 300):
    d = np.arange(1.0, n + 1)
    if n == 200:
        add("SignedRank", "2·2^−200", dict(d=d, zeros=0), p=2.0 ** -199)
        continue
    r = stats.wilcoxon(d, method="approx", correction=False)
    add("SignedRank", f'{SCIPY}, wilcoxon(d, method="approx", correction=False)', dict(d=d, zeros=0), p=r.pvalue)
x, y = np.arange(300.0), np.arange(300.0) + 290
r = stats.mannwhitneyu(x, y, method="asymptotic")
add("MannWhitney", f'{SCIPY}, mannwhitneyu(x, y, method="asymptotic")', dict(x=x, y=y), statistic=r.statistic, p=r.pvalue)
for b, c in [(0, 400), (100, 900)]:
    add("McNemar", f"{SCIPY}, 2·binom.cdf(b, b+c, 1/2)", dict(b=b, c=c), p=2 * stats.binom.cdf(b, b + c, 0.5))
groups = [np.arange(100.0) + 95 * i for i in range(4)]
r = stats.kruskal(*groups)
add("KruskalWallis", f"{SCIPY}, kruskal(*rows)", dict(rows=[g.tolist() for g in groups]), statistic=r.statistic, p=r.pvalue)
a = np.tile(np.arange(4.0), (120, 1))
a[:7] = a[:7, ::-1]
r = stats.friedmanchisquare(*a.T)
add("Friedman", f"{SCIPY}, friedmanchisquare(*rows.T)", dict(rows=a), statistic=r.statistic, p=r.pvalue)
add("SkillingsMack", f"{SCIPY}, friedmanchisquare(*rows.T)", dict(rows=a), statistic=r.statistic, p=r.pvalue)
x = np.arange(60.0)[:, None]
y = 3 * x[:, 0] + rng.normal(0, 1, 60).round(3)
fit = sm.OLS(y, sm.add_constant(x)).fit(cov_type="HC3", use_t=True)
add("Linear", f'{STATSMODELS}, OLS(y, add_constant(x)).fit(cov_type="HC3")', dict(rows=x, d=y), value=fit.params, error=fit.bse[1:], explained=fit.rsquared)
x = np.repeat([0.0, 1.0], 400)[:, None]
one = (rng.random(800) < np.where(x[:, 0] > 0, 0.8, 0.2)).astype(float)
fit = sm.GLM(one, sm.add_constant(x), family=sm.families.Binomial()).fit(tol=1e-14)
add("Logit", f"{STATSMODELS}, GLM(successes, add_constant(x), family=Binomial()).fit()", dict(rows=x, d=one, trials=np.ones(800)), value=fit.params, error=fit.bse[1:], explained=1 - fit.llf / fit.llnull)

# Cases of tests that are gone: they keep the inputs of those that follow.
gone = {"KruskalWallis", "Quade", "SkillingsMack", "BenjaminiHochberg"}
json.dump([c for c in cases if c["func"] not in gone], sys.stdout, indent=None, separators=(",", ":"), ensure_ascii=False)
