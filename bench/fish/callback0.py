# The balls of callback.py without the passes.
from balls_make import make, sum_x

sum_x(make())
