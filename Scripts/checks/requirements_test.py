"""Tests of the requirements check. Lint runs them before the check."""

import io
import os
import sys
import tempfile
import unittest

import requirements
import swift_tests

KNOWN = {"R1": ("A sentence.", []), "R2": ("Another.", [])}


def judged(source):
    faults = []
    whole, _ = requirements.proofs(KNOWN, [("Tests/SomeTests/One.swift", source)], faults)
    return whole, faults


class ProofTests(unittest.TestCase):
    def test_a_test_that_is_on_keeps_its_line(self):
        whole, faults = judged('struct Some {\n    @Test("R1: it works (well)", arguments: [1]) func works(_ n: Int) {}\n}')
        self.assertEqual([(t.key, t.line) for t in whole["R1"]], [(("SomeTests.Some", "works"), 2)])
        self.assertEqual(faults, [])

    def test_a_raw_name_counts(self):
        whole, _ = judged("@Suite struct Some { @Test func `R1: it works`() {} }")
        self.assertEqual(whole["R1"][0].function, "R1: it works")

    def test_what_is_switched_off_is_a_fault(self):
        for source in (
            'struct S { @Test("R1: x", .disabled()) func x() {} }',
            'struct S { @Test("R1: x", .disabled("later (if: ever)")) func x() {} }',
            "struct S { @Test(.disabled(\"why\")) func `R1: x`() {} }",
            'struct S { @Test("R1: x", .enabled(if: false)) func x() {} }',
            'struct S { @Test("R1: x", .disabled(if: true)) func x() {} }',
            '@Suite(.disabled("why")) struct S { @Test("R1: x") func x() {} }',
            '@Suite("Name", .enabled(if: false)) struct S { struct T { @Test("R1: x") func x() {} } }',
        ):
            whole, faults = judged(source)
            self.assertEqual(whole, {}, source)
            self.assertEqual(len(faults), 1, source)

    def test_what_is_not_compiled_keeps_nothing(self):
        for source in (
            '// @Test("R1: x") func x() {}',
            '/* a /* nested */ @Test("R1: x") func x() {} */',
            '#if false\n@Test("R1: x") func x() {}\n#endif',
            'let text = #"@Test("R1: x") func x() {}"#',
            'let text = """\n@Test("R1: x") func x() {}\n"""',
        ):
            self.assertEqual(judged(source)[0], {}, source)

    def test_an_unknown_id_is_a_fault(self):
        self.assertEqual(len(judged('struct S { @Test("R9: x") func x() {} }')[1]), 1)

    def test_the_page_loses_a_line_with_each_proof(self):
        first, second = '@Test("R1: x") func x() {}', '@Test("R1: y") func y() {}'
        both, one = (judged("struct S {\n%s\n}" % body)[0]["R1"] for body in (first + "\n" + second, first))
        self.assertEqual((len(both), len(one)), (2, 1))

    def test_literals_do_not_end_early(self):
        code, literals = swift_tests.masked('let a = "\\(f("}"))"; let b = "x"')
        self.assertNotIn("}", code)
        self.assertIn("x", literals.values())


class RunTests(unittest.TestCase):
    SOURCE = 'struct S { @Test("R1: x") func x(n: Int) {} ; @Test func `R2: y (part)`() {} }'

    def faults(self, report):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "results.xml"), "w", encoding="utf-8") as file:
                file.write(f"<testsuites><testsuite>{report}</testsuite></testsuites>")
            faults = []
            requirements.held_to(requirements.reports(folder), judged(self.SOURCE)[0], faults)
            return faults

    PASSED = '<testcase classname="SomeTests.S" name="x(n:)"/><testcase classname="SomeTests.S" name="`R2: y (part)`()"/>'

    def test_a_run_that_passed_keeps_all(self):
        self.assertEqual(self.faults(self.PASSED), [])

    def test_what_did_not_run_keeps_nothing(self):
        self.assertEqual(len(self.faults("")), 2)

    def test_what_failed_or_was_skipped_keeps_nothing(self):
        for child in ("failure", "skipped", "error"):
            self.assertEqual(len(self.faults(self.PASSED.replace('"x(n:)"/>', f'"x(n:)"><{child}/></testcase>'))), 1)

    def test_one_failure_among_arguments_is_a_failure(self):
        failed = '<testcase classname="SomeTests.S" name="x(n:)"><failure/></testcase>'
        self.assertEqual(len(self.faults(failed + self.PASSED)), 1)


if __name__ == "__main__":
    result = unittest.TextTestRunner(verbosity=0, stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromModule(
        sys.modules["__main__"]))
    for _, said in result.errors + result.failures:
        print(said)
    sys.exit(0 if result.wasSuccessful() else 1)
