"""CP-SAT of OR-Tools: python3 cpsat.py KIND."""
import sys

from clauses import answer
from ortools.sat.python import cp_model
from worker import serve


class Model:
    def __init__(self, seed):
        self.model, self.vars = cp_model.CpModel(), []
        self.solver = cp_model.CpSolver()
        self.solver.parameters.num_workers, self.solver.parameters.random_seed = 1, seed

    def var(self):
        self.vars.append(self.model.new_bool_var(""))
        return len(self.vars)

    def literal(self, v):
        return self.vars[v - 1] if v > 0 else ~self.vars[-v - 1]

    def clause(self, literals):
        self.model.add_bool_or([self.literal(v) for v in literals])

    def count(self, literals, low, high):
        self.model.add_linear_constraint(sum(self.literal(v) for v in literals), low, high)

    def solve(self):
        if self.solver.solve(self.model) == cp_model.INFEASIBLE:
            return None
        return {v for v, var in enumerate(self.vars, 1) if self.solver.boolean_value(var)}


serve(lambda request: answer(sys.argv[1], request["puzzle"], Model(request["seed"])))
