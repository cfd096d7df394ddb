"""Where a program of tests leaves what its engine wrote."""
import os
import shutil
import sys
import tempfile


def in_folder(name, options, run):
    """Calls run(options, folder), which tells whether all is good, and gives the exit status. The
    folder is options.keep, else one that goes away with a good end."""
    os.environ["FOLIOT_BIN_DIR"] = os.path.abspath(options.bin_dir)
    folder = os.path.abspath(options.keep or tempfile.mkdtemp(prefix=f"foliot-{name}-"))
    os.makedirs(folder, exist_ok=True)
    good = run(options, folder)
    if good and not options.keep:
        shutil.rmtree(folder)
    elif not good:
        print(f"kept: {folder}", file=sys.stderr)
    return 0 if good else 1
