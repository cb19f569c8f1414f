import KeyfobCore
import KeyfobYAML
import Testing

@testable import KeyfobIdPFiles

@Suite("Reading YAML")
struct YAMLReaderTests {
    private func read(_ text: String) throws -> [JSONValue] {
        try YAMLReader.documents(SourceFile(name: "f", bytes: Array(text.utf8))).map(\.json)
    }

    @Test(
        "Values are those of YAML 1.2",
        arguments: [
            ("a: 1\nb: text\nc:\n  d: true\n", #"{"a":1,"b":"text","c":{"d":true}}"#),
            ("- 1\n- two\n-\n  - 3\n- - 4\n  - 5\n", #"[1,"two",[3],[4,5]]"#),
            ("a:\n- 1\n- b: 2\n  c: 3\nd: 4\n", #"{"a":[1,{"b":2,"c":3}],"d":4}"#),
            ("a: {b: 1, \"c\": [x, 'y', ~]}\n", #"{"a":{"b":1,"c":["x","y",null]}}"#),
            ("a: [\n  1, # one\n  2,\n]\n", #"{"a":[1,2]}"#),
            ("# comment\n---\na: b # comment\n...\n", #"{"a":"b"}"#),
            ("a: one\n  two\n\n  three\nb: c\n", #"{"a":"one two\nthree","b":"c"}"#),
            ("a: |\n  one\n   two\n\n  three\n\nb: c\n", #"{"a":"one\n two\n\nthree\n","b":"c"}"#),
            (
                "a: |-\n  one\n  two\nb: >\n  one\n  two\n\n  three\n   more\n  end\n",
                #"{"a":"one\ntwo","b":"one two\nthree\n more\nend\n"}"#
            ),
            ("a: |+\n  one\n\nb: |2\n    two\n", #"{"a":"one\n\n","b":"  two\n"}"#),
            ("a: \"x\\ty\\u00e9\\\"\\/\"\nb: 'it''s'\n", #"{"a":"x\ty\u00e9\"/","b":"it's"}"#),
            ("a: \"one\n  two\n\n  three\\\n  four\"\n", #"{"a":"one two\nthreefour"}"#),
            (
                "a: yes\nb: no\nc: on\nd: 0o7\ne: 007\nf: 1.5\ng: -3\nh: 1_000\n",
                #"{"a":"yes","b":"no","c":"on","d":"0o7","e":"007","f":1.5,"g":-3,"h":"1_000"}"#
            ),
            ("a:\nb: ~\nc: null\nd: ''\n", #"{"a":null,"b":null,"c":null,"d":""}"#),
            ("api://x: http://a.b/c:d#e\n'q: r': -1x\n", #"{"api://x":"http://a.b/c:d#e","q: r":"-1x"}"#),
            ("a: -\nb: - x\n", ""),
            ("- a: 1\n  b:\n    - c\n- d\n", #"[{"a":1,"b":["c"]},"d"]"#),
            ("text\n", #""text""#), ("\u{FEFF}a: 1\r\nb: 2\r\n", #"{"a":1,"b":2}"#),
            ("a: \"\\ud83d\\ude00\"\nb: é\n", #"{"a":"😀","b":"é"}"#),
        ])
    func values(text: String, json: String) throws {
        guard !json.isEmpty else {
            #expect(throws: FileError.self) { try read(text) }
            return
        }
        #expect(try read(text) == [JSONValue(parsing: json)])
    }

    @Test("JSON is read as it is, with tabulators, escapes and numbers")
    func json() throws {
        let text = "{\n\t\"a\": [1, 2.5e3, true, false, null, \"x\\\\y\\n\\u0041\"],\n\t\"b\" :{}, \"c\":[\n]}"
        #expect(try read(text) == [JSONValue(parsing: text)])
        #expect(try read("\t" + text) == [JSONValue(parsing: text)])
    }

    @Test("Several documents are read, and empty ones left out")
    func documents() throws {
        #expect(try read("a: 1\n---\n# none\n---\n- 2\n--- 3\n--- |\n  four\n") == [["a": 1], [2], 3, "four\n"])
        #expect(try read("") == [])
        #expect(try read("# nothing\n") == [])
    }

    @Test(
        "What is malformed is refused at its line and column",
        arguments: [
            ("a: 1\na: 2\n", 2, 1), ("a: 1\n  b: 2\n", 2, 4), ("a:\n\t- 1\n", 2, 2), ("a: [1, 2\n", 2, 1),
            ("a: \"x\n", 1, 4), ("a: &x 1\n", 1, 4), ("a: *x\n", 1, 4), ("a: !!str 1\n", 1, 4), ("? a\n: b\n", 1, 1),
            ("a: b: c\n", 1, 5), ("a: 1\nb\n", 2, 1), ("- a\nb: c\n", 2, 1), ("{\"a\": 1, \"a\": 2}", 1, 10),
            ("%YAML 1.2\n---\na: 1\n", 1, 1), ("a: \"\\q\"\n", 1, 7), ("a: @x\n", 1, 4), ("a: 'b' c\n", 1, 8),
            ("a: [1]]\n", 1, 7), ("a:\n  - 1\n   - 2\nb: 3\n", 3, 4), ("b: 3\n - 4\n", 2, 2),
            ("a: {b: 1}\n c: 2\n", 2, 2),
        ])
    func malformed(text: String, line: Int, column: Int) throws {
        let error = try #require(throws: FileError.self) { try read(text) }
        #expect(error.place == SourcePlace(file: "f", line: line, column: column), "\(error)")
    }

    @Test("What is not text, or too deep, is refused")
    func hostile() throws {
        #expect(throws: FileError.self) {
            try YAMLReader.documents(SourceFile(name: "f", bytes: [0x61, 0x3A, 0x20, 0xFF]))
        }
        #expect(throws: FileError.self) { try read("a: \u{1}\n") }
        for open in ["[", "{a: ", "- "] {
            let deep = String(repeating: open, count: 100_000)
            let error = try #require(throws: FileError.self) { try read(deep) }
            #expect(error.message.contains("deep"))
        }
    }

    @Test(
        "What is written is read as it was",
        arguments: [
            "", "yes", "a: b", "- x", " x", "x ", "#x", "a #b", "1", "1e3", "null", "~", "é", "a\nb", "\u{85}\u{2028}",
            "\"'\\", "2026-11-26", "12:30:00", "0x1F", "x:", "a,b", "[x]", "{", "!x", "&x", "*x", "@x", "%x", "=", "<<",
            "11111111-1111-4111-8111-111111111111", "ada_x#EXT#@y", "😀", "\t", "-", "a  b",
        ])
    func written(text: String) throws {
        let value: JSONValue = [
            "list": [.string(text), ["inner": .string(text)], []], "name": .string(text), "none": [:],
        ]
        #expect(try read(YAMLWriter.text(of: value)) == [value])
        guard !text.isEmpty else { return }
        let keyed = JSONValue.object([text: .object([text: .string(text)])])
        #expect(try read(YAMLWriter.text(of: keyed)) == [keyed])
    }
}
