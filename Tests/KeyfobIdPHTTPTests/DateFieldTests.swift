import Testing

@testable import KeyfobIdPHTTP

@Suite("The Date field")
struct DateFieldTests {
    @Test(
        "A date is written in the format of RFC 9110",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_740_787_199, "Fri, 28 Feb 2025 23:59:59 GMT"),
            (1_735_603_200, "Tue, 31 Dec 2024 00:00:00 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] as [(Int64, String)])
    func text(seconds: Int64, expected: String) {
        #expect(DateField.text(unixSeconds: seconds) == expected)
    }

    @Test("A date outside the format's range gives no field", arguments: [-1, 253_402_300_800, Int64.min, .max])
    func outOfRange(seconds: Int64) {
        #expect(DateField.text(unixSeconds: seconds) == nil)
    }
}
