import KeyfobCore
import Testing

@Suite("Secret")
struct SecretTests {
    private struct Holder { let token: Secret<String>; let other: Secret<String>? }

    @Test("no conversion to text shows the value")
    func redaction() {
        let secret = Secret("hunter2")
        let holder = Holder(token: secret, other: secret)
        var dumped = ""
        dump(secret, to: &dumped)
        dump(holder, to: &dumped)
        dump([secret: [secret]], to: &dumped)
        let texts = [
            "\(secret)", String(describing: secret), String(reflecting: secret), "\([secret])", "\(holder)",
            String(reflecting: holder), "\(Optional(secret) as Any)", String(reflecting: ["k": secret]), dumped,
        ]
        for text in texts {
            #expect(!text.contains("hunter2"), "\(text)")
            #expect(text.contains("redacted"))
        }
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test("secrets with equal values are equal, and reveal returns the value")
    func value() {
        #expect(Secret("a") == Secret("a") && Secret("a") != Secret("b") && Secret("a").reveal() == "a")
    }
}
