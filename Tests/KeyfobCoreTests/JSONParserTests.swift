import KeyfobCore
import Testing

@Suite("The JSON parser")
struct JSONParserTests {
    @Test("parses every kind of value")
    func reads() throws {
        let json = try JSONValue(parsing: #" {"a":[1,-2.5e3,true,false,null,"x"],"b":{"c":""}} "#)
        #expect(
            json == [
                "a": .array([1, .number("-2.5e3"), true, false, nil, "x"]), "b": ["c": ""],
            ])
    }

    @Test("refuses duplicate members, at any depth and in any spelling")
    func duplicates() {
        for text in [#"{"a":1,"a":1}"#, #"{"x":{"a":1,"b":2,"a":3}}"#, #"{"a":1,"\u0061":2}"#] {
            #expect(throws: JSONError.self, "\(text)") { try JSONValue(parsing: text) }
        }
    }

    @Test(
        "refuses texts that are not JSON",
        arguments: [
            "", " ", "{", "[", "\"", "{]", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\"}", "{\"a\" 1}", "[1 2]", "1 2", "nul",
            "tru", "True", "NaN", "Infinity", "+1", "01", "-", "1.", ".5", "1e", "1e+", "0x10", "'a'", "[1]x",
            "\"\\x\"",
            "\"\\u12\"", "\"\\u12G4\"", "\"\\", "\"\\u", "\"a\nb\"", "\"\u{0}\"", "\"\\ud800\"", "\"\\ud800\\u0041\"",
            "\"\\udc00\"", "\"\\ud800\\ud800\"", "/**/1", "\u{FEFF}1",
        ])
    func refuses(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    }

    @Test("refuses invalid UTF-8, overlong forms and encoded surrogates")
    func utf8() {
        for bytes: [UInt8] in [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF5, 0x80, 0x80, 0x80]] {
            #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
        }
    }

    @Test("decodes escapes, surrogate pairs included")
    func escapes() throws {
        let json = try JSONValue(parsing: #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#)
        #expect(json.stringValue == "\"\\/\u{8}\u{C}\n\r\t\u{E9}\u{1F600}")
    }

    @Test("the maximum depth is exact")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONValue(parsing: nested(64))
        #expect(throws: JSONError.self) { try JSONValue(parsing: nested(65)) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "[", count: 1_000_000)) }
        _ = try JSONValue(parsing: nested(3), maximumDepth: 3)
        #expect(throws: JSONError.self) { try JSONValue(parsing: nested(4), maximumDepth: 3) }
    }

    @Test("an error contains the position, and no part of the text")
    func errors() {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: #"{"password":"hunter2" x"#) }
        #expect(error?.offset == 22)
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test("numbers keep their text and are converted without overflow")
    func numbers() throws {
        let big = "123456789012345678901234567890.10"
        #expect(try JSONValue(parsing: big).text() == big)
        #expect(JSONValue.number("9223372036854775807").integerValue == .max)
        #expect(JSONValue.number("9223372036854775808").integerValue == nil)
        #expect(JSONValue.number("1e3").integerValue == 1000)
        #expect(JSONValue.number("1.5").integerValue == nil)
        #expect(JSONValue.number("1e999").integerValue == nil)
        #expect(JSONValue.number("1e999").doubleValue == nil)
        #expect(JSONValue.number("-0.5").doubleValue == -0.5)
    }

    @Test("written values are parsed again, with members in byte order")
    func roundTrip() throws {
        let value: JSONValue = ["b": "\u{1}\"\\\n\u{1F600}/", "a": .array([nil, true, .number("1.50")]), "": [:]]
        #expect(value.text() == "{\"\":{},\"a\":[null,true,1.50],\"b\":\"\\u0001\\\"\\\\\\n\u{1F600}/\"}")
        #expect(try JSONValue(parsing: value.bytes()) == value)
    }

    @Test("seeded random changes of a document never trap, and accepted documents survive a round trip")
    func mutations() {
        var random = SplitMix(seed: 0x4A53_4F4E)
        let valid = Array(#"{"a":[1,-2.5e3,true,null,"\u00e9\ud83d\ude00"],"b":{"c":"é"},"d":"x\n"}"#.utf8)
        var accepted = 0
        for _ in 0..<20_000 {
            var bytes = valid
            for _ in 0...random.below(3) { random.mutate(&bytes) }
            guard let value = try? JSONValue(parsing: bytes) else { continue }
            accepted += 1
            #expect((try? JSONValue(parsing: value.bytes())) == value)
        }
        #expect(accepted > 0 && accepted < 20_000)
    }
}
