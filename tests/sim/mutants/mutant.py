"""One bug to be planted."""

from collections import namedtuple

Mutant = namedtuple("Mutant", "name file old new breaks")
