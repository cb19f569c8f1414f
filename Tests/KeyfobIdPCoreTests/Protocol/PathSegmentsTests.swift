import KeyfobCore
import KeyfobIdPCore
import Testing

@Suite("The segments of an address's path")
struct PathSegmentsTests {
    @Test("Segments are decoded, and empty ones are left out")
    func segments() throws {
        let url = try #require(HTTPURL("https://login.test//contoso.test/a%20b/%C3%A4//"))
        #expect(PathSegments.of(url) == ["contoso.test", "a b", "ä"])
    }

    @Test(
        "A segment that would be read as several or as another folder is refused, also where a mark follows the slash",
        arguments: ["%2F", "a%2Fb", "%2F%CC%B8b", "%2E", "..", "%2e%2E", "%FF"])
    func refused(_ segment: String) throws {
        #expect(PathSegments.of(try #require(HTTPURL("https://login.test/a/\(segment)/b"))) == nil)
    }
}
