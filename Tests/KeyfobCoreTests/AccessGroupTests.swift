import KeyfobCore
import Testing

@Suite("AccessGroup")
struct AccessGroupTests {
    @Test("accepts letters, digits, dots and hyphens")
    func accepts() throws {
        #expect(try AccessGroup("com.Contoso-1.suite").name == "com.Contoso-1.suite")
        #expect(try AccessGroup(String(repeating: "a", count: 128)).name.count == 128)
        #expect(try AccessGroup(AccessGroup.standard.name) == .standard)
    }

    @Test(
        "refuses names that could name another file",
        arguments: ["", ".", "..", ".hidden", "a/b", "../a", "a\\b", "a b", "a\0", "a\n", "ä", "a_b", "a:b", "%2e"])
    func refuses(name: String) {
        let error = #expect(throws: AuthError.self) { try AccessGroup(name) }
        #expect(error?.code == .configuration)
    }

    @Test("refuses 129 characters")
    func length() {
        #expect(throws: AuthError.self) { try AccessGroup(String(repeating: "a", count: 129)) }
    }
}
