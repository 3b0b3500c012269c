"""A SAT solver of PySAT, with its encodings of cardinalities: python3 sat.py SOLVER KIND."""
import sys

from clauses import answer
from pysat.card import CardEnc, EncType
from pysat.solvers import Solver
from worker import serve


class Model:
    def __init__(self, name):
        self.solver, self.top = Solver(name=name), 0

    def var(self):
        self.top += 1
        return self.top

    def clause(self, literals):
        self.solver.add_clause(literals)

    def count(self, literals, low, high):
        if low > len(literals):  # which cannot be
            literals = [self.var()]
            self.clause([-literals[0]])
            low = high = 1
        for bound, encode in ((low, CardEnc.atleast), (high, CardEnc.atmost)):
            cnf = encode(literals, bound, top_id=self.top, encoding=EncType.seqcounter)
            self.top = max(self.top, cnf.nv)
            for clause in cnf.clauses:
                self.clause(clause)

    def solve(self):
        return {v for v in self.solver.get_model() if v > 0} if self.solver.solve() else None


serve(lambda request: answer(sys.argv[2], request["puzzle"], Model(sys.argv[1])))
