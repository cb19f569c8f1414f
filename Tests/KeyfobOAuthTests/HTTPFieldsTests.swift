import KeyfobOAuth
import Testing

@Suite("Header fields")
struct HTTPFieldsTests {
    @Test("names are compared ignoring letter case, and the order is kept")
    func names() {
        var fields: HTTPFields = ["Set-Cookie": "a=1", "Content-Type": "text/html"]
        fields.append("set-cookie", "b=2")
        #expect(fields["SET-COOKIE"] == "a=1")
        #expect(fields.all("Set-cookie") == ["a=1", "b=2"])
        fields.set("content-type", "text/plain")
        #expect(fields.pairs.map(\.value) == ["a=1", "b=2", "text/plain"])
        fields.remove("Set-Cookie")
        #expect(fields["set-cookie"] == nil)
    }

    @Test("a value cannot start another field")
    func injection() {
        let fields: HTTPFields = ["Location": "https://a.test/\r\nSet-Cookie: x=1\u{0}"]
        #expect(fields["Location"] == "https://a.test/  Set-Cookie: x=1 ")
        #expect(fields.pairs.allSatisfy { !$0.value.utf8.contains(0x0A) && !$0.value.utf8.contains(0x0D) })
    }
}
