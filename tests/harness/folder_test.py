"""What in_folder leaves behind: nothing after a good end, everything after a bad one."""
import contextlib
import io
import os
import sys
import tempfile
import unittest
from argparse import Namespace

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from folder import in_folder  # noqa: E402


class InFolder(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.home = home.name
        before = os.environ.get("FOLIOT_BIN_DIR")
        self.addCleanup(lambda: os.environ.pop("FOLIOT_BIN_DIR", None) if before is None
                        else os.environ.update(FOLIOT_BIN_DIR=before))
        old = tempfile.tempdir
        tempfile.tempdir = self.home
        self.addCleanup(setattr, tempfile, "tempdir", old)

    def ran(self, good, keep=None):
        """Exit status, the folder that was used, and what was said."""
        seen = []

        def run(options, folder):
            with open(os.path.join(folder, "engine.log"), "w", encoding="utf-8") as log:
                log.write("a line\n")
            seen.append((options, folder))
            return good

        options = Namespace(bin_dir="programs", keep=keep)
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            status = in_folder("trial", options, run)
        self.assertEqual([options], [each for each, _ in seen])
        return status, seen[0][1], said.getvalue()

    def test_a_good_end_leaves_nothing(self):
        status, folder, said = self.ran(True)
        self.assertEqual((0, ""), (status, said))
        self.assertEqual([], os.listdir(self.home), folder)

    def test_a_bad_end_keeps_the_folder_and_names_it(self):
        status, folder, said = self.ran(False)
        self.assertEqual((1, f"kept: {folder}\n"), (status, said))
        self.assertTrue(os.path.isfile(os.path.join(folder, "engine.log")))

    def test_a_folder_that_was_asked_for_stays(self):
        asked = os.path.join(self.home, "asked", "for")
        status, folder, said = self.ran(True, asked)
        self.assertEqual((0, asked, ""), (status, folder, said))
        self.assertTrue(os.path.isfile(os.path.join(asked, "engine.log")))

    def test_the_programs_are_named_whole(self):
        self.ran(True)
        self.assertEqual(os.path.abspath("programs"), os.environ["FOLIOT_BIN_DIR"])


if __name__ == "__main__":
    unittest.main()
