import KeyfobBackport
import Testing

/// iOS 17, macOS 14 and visionOS 1 have no `String(valid:as:)`: text is compared with what repairing makes of it.
@Suite("Validated text on older systems")
struct ValidTextTests {
    @Test("Every sequence of up to three bytes out of the boundaries of UTF-8 is valid for both, or for neither")
    func bytes() {
        let boundaries: [UInt8] = [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
            0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        var valid = 0
        for first in boundaries {
            for second in boundaries {
                for third in boundaries {
                    let both = [first, second, third]
                    for bytes in [both, both + [0x80], both + [0xBF]] {
                        let text = String(comparing: bytes, as: UTF8.self)
                        #expect(text == String(valid: bytes, as: UTF8.self))
                        valid += text == nil ? 0 : 1
                    }
                }
            }
        }
        #expect(valid > 100)
    }

    @Test("A replacement character that was written is valid; one that repairing makes is not")
    func replacement() {
        #expect(String(comparing: [0xEF, 0xBF, 0xBD], as: UTF8.self) == "\u{FFFD}")
        #expect(String(comparing: [0xEF, 0xBF], as: UTF8.self) == nil)
        #expect(String(comparing: [], as: UTF8.self)?.isEmpty == true)
    }

    @Test("UTF-16: pairs of surrogates are valid, single ones are not")
    func surrogates() {
        let units: [UInt16] = [0x41, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFD, 0xFFFF]
        for first in units {
            for second in units {
                for third in units {
                    let text = String(comparing: [first, second, third], as: UTF16.self)
                    #expect(text == String(valid: [first, second, third], as: UTF16.self))
                }
            }
        }
    }

    @Test("The initializer that this package uses is the standard library's, where there is one")
    func current() {
        #expect(String(valid: Array("schön".utf8), as: UTF8.self) == "schön")
        #expect(String(valid: [0x73, 0xC3], as: UTF8.self) == nil)
    }
}
