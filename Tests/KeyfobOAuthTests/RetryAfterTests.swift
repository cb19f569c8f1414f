import KeyfobOAuth
import Testing

@Suite("Retry-After")
struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT, the date in RFC 9110's examples.
    private let moment: Int64 = 784_111_777

    @Test(
        "seconds and all three forms of a date are parsed",
        arguments: [
            "120", " 120 ", "Sun, 06 Nov 1994 08:51:37 GMT", "Sunday, 06-Nov-94 08:51:37 GMT",
            "Sun Nov  6 08:51:37 1994",
        ])
    func forms(_ value: String) {
        #expect(RetryAfter.seconds(value, now: moment) == 120)
    }

    @Test("a past date is no wait, and a far one a day")
    func bounds() {
        #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:49:37 GMT", now: moment + 5) == 0)
        #expect(RetryAfter.seconds("Fri, 31 Dec 9999 23:59:59 GMT", now: moment) == 86400)
        #expect(RetryAfter.seconds("99999999999999999999999", now: moment) == 86400)
        #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:49:37 GMT", now: .min) == 86400)
        #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:49:37 GMT", now: .max) == 0)
    }

    @Test(
        "anything else is ignored",
        arguments: [
            "", " ", "-1", "1.5", "soon", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:00:00 GMT",
            "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 99 Nov 1994 08:49:37 GMT",
            "a b c d e f g", "Sun Nov 6 08::37 1994",
        ])
    func others(_ value: String) {
        #expect(RetryAfter.seconds(value, now: moment) == nil)
    }

    @Test("a response has its wait")
    func response() {
        #expect(HTTPResponse(status: 429, fields: ["retry-after": "7"]).retryAfter(now: 0) == 7)
        #expect(HTTPResponse(status: 429).retryAfter(now: 0) == nil)
    }

    @Test("damaged dates are parsed or ignored, and never trap")
    func damaged() {
        for bytes in mutations(of: Array("Sun, 06 Nov 1994 08:49:37 GMT".utf8), count: 3000, seed: 9110) {
            let seconds = RetryAfter.seconds(String(decoding: bytes, as: UTF8.self), now: moment)
            #expect(seconds.map { (0...86400).contains($0) } ?? true)
        }
    }
}
