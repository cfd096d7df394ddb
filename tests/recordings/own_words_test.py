#!/usr/bin/env python3
"""own_words: words are nobody's business, options, keys and layout are."""
import os
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import own_words  # noqa: E402

VERSION = ('Oozie client build version: 5.2.1\nSource code repository: {0}\n'
           'Compiled by {0} on {0}\nFrom source with checksum: {0}\n')


def step(argv, stdout='', stderr=''):
    return own_words.without_words({'argv': argv, 'stdout': stdout, 'stderr': stderr})


def same(argv, left, right, stream='stdout'):
    return step(argv, **{stream: left}) == step(argv, **{stream: right})


class Build(unittest.TestCase):
    def test_who_built_a_client_is_not_compared_and_its_lines_are(self):
        ours = VERSION.format('x')
        self.assertTrue(same(['version'], ours, VERSION.format('y z')))
        self.assertFalse(same(['version'], ours, VERSION.format('y').replace('5.2.1', '5.2.2')))
        self.assertFalse(same(['version'], ours, VERSION.format('y').replace('Compiled', 'Made')))
        self.assertFalse(same(['version'], ours, VERSION.format('y') + 'more\n'))
        self.assertFalse(same(['version'], ours, VERSION.format('')))

    def test_of_a_server_every_key_is_compared(self):
        line = 'Oozie server build version: {"build.version":"5.2.1","build.user":"%s"}\n'
        argv = ['admin', '-version']
        self.assertTrue(same(argv, line % 'a', line % 'b'))
        self.assertFalse(same(argv, line % 'a', line.replace('build.user', 'user') % 'a'))
        self.assertFalse(same(argv, line % 'a', line.replace('5.2.1', '5.2.2') % 'a'))
        self.assertFalse(same(argv, line % 'a', 'Oozie server build version: 5.2.1\n'))
        body = {'buildVersion': '5.2.1', 'buildInfo': {'build.user': 'a', 'vc.url': 'b'}}
        told = own_words.without_build(body)
        self.assertEqual(told['buildVersion'], '5.2.1')
        self.assertEqual(set(told['buildInfo']), {'build.user', 'vc.url'})
        self.assertNotEqual(told, own_words.without_build({'buildVersion': '5.2.1'}))


class Host(unittest.TestCase):
    def test_settings_are_lines_by_name(self):
        argv = ['admin', '-configuration']
        self.assertTrue(same(argv, 'a : 1\nb : 2\n', 'c : x\n  goes on\nd : y\n'))
        self.assertFalse(same(argv, 'a : 1\nb : 2\n', 'a=1\nb=2\n'))
        self.assertFalse(same(argv, 'a : 1\nb : 2\n', 'b : 1\na : 2\n'))
        self.assertFalse(same(argv, 'a : 1\nb : 2\n', 'Settings:\na : 1\nb : 2\n'))
        self.assertFalse(same(argv, 'a : 1\nb : 2\n', ''))

    def test_of_an_environment_there_are_lines(self):
        self.assertTrue(same(['admin', '-osenv'], '<3 lines>\n', '<42 lines>\n'))
        self.assertFalse(same(['admin', '-osenv'], '<3 lines>\n', '<0 lines>\n'))
        self.assertFalse(same(['admin', '-osenv'], '<3 lines>\n', ''))
        self.assertFalse(same(['admin', '-status'], '<3 lines>\n', '<4 lines>\n'))


class Help(unittest.TestCase):
    HEAD = 'Invalid sub-command: Missing required option: '
    TAIL = "\n\nuse 'help [sub-command]' for help details\n"

    def alike(self, left, right):
        return same(['job'], self.HEAD + left + self.TAIL, self.HEAD + right + self.TAIL, 'stderr')

    def test_words_and_order_of_options_are_not_compared(self):
        self.assertTrue(self.alike('[-run run a job, -log job log, of all]',
                                   '[-log print the log, -run submit and start (-x or -y)]'))

    def test_a_missing_option_is_found(self):
        whole = '[-run run a job, -log job log]'
        self.assertFalse(self.alike(whole, '[-run run a job]'))
        self.assertFalse(self.alike(whole, '[-run run a job, -logs job log]'))
        self.assertFalse(self.alike(whole, '[-run run a job, -log job log, -more of it]'))
        self.assertFalse(self.alike(whole, '[-run run a job, -log job log, -log again]'))

    def test_another_layout_is_found(self):
        whole = '[-run run a job, -log job log]'
        self.assertFalse(self.alike(whole, '-run run a job, -log job log'))
        self.assertFalse(self.alike(whole, '[-run, -log]'))
        self.assertFalse(same(['job'], self.HEAD + whole + self.TAIL, self.HEAD + whole + '\n',
                              'stderr'))


if __name__ == '__main__':
    unittest.main()
