#!/bin/sh
# git calls it in place of `git pack-objects` for every clone, in FOLDER/repository.git.
"$(dirname "$(readlink -f "$0")")/step.sh" "${PWD%/*}" > /dev/null && exec "$@"
