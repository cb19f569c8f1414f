import Foundation
import KeyfobCore
import Testing

@Suite("The JSON writer")
struct JSONWriterTests {
    @Test("Foundation reads every byte of ASCII at every place of a text, and no other text")
    func escapes() throws {
        for scalar in (0..<0x80).map({ Unicode.Scalar(UInt8($0)) }) {
            for place in 0..<40 {
                var text = String(repeating: "a", count: 39)
                text.insert(Character(scalar), at: text.index(text.startIndex, offsetBy: place))
                let bytes = JSONValue.object([text: .string(text)]).bytes()
                let read = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: String]
                #expect(read == [text: text])
                #expect(!bytes.contains { $0 < 0x20 })
            }
        }
    }

    @Test("only what must be escaped is escaped, and members are in the order of their bytes")
    func text() {
        let value: JSONValue = ["b": "ä/€😀\u{7F}", "a": ["\"", "\\", "\n\u{1}"], "": nil, "aa": true]
        #expect(value.text() == #"{"":null,"a":["\"","\\","\n\u0001"],"aa":true,"b":"ä/€😀\#u{7F}"}"#)
    }
}
