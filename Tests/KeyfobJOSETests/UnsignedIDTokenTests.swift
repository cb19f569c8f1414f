import KeyfobCore
import KeyfobJOSE
import Testing

@Suite("Unsigned ID tokens")
struct UnsignedIDTokenTests {
    private let factory: TokenFactory

    init() throws { factory = try TokenFactory() }

    private func unsigned(_ changes: [String: JSONValue?] = [:], header: String = #"{"alg":"none"}"#) -> String {
        let claims = JSONValue.object(factory.claims(changes))
        return "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(claims.bytes()))."
    }

    private func broken(_ compact: String) -> TokenValidationError.Rule? {
        do throws(TokenValidationError) {
            _ = try IDTokenValidator.validateUnsigned(compact, expectations: factory.expectations)
            return nil
        } catch {
            return error.rule
        }
    }

    @Test("a token is accepted as unsigned only if alg is none and it has no signature")
    func form() throws {
        #expect(broken(unsigned()) == nil)
        #expect(IDTokenValidator.isUnsigned(unsigned()))
        for compact in [
            try factory.token(), unsigned() + "c2ln", unsigned(header: #"{"alg":"None"}"#),
            unsigned(header: #"{"alg":"RS256"}"#), String(unsigned().dropLast()), "", "..", "a.b.",
        ] {
            #expect(!IDTokenValidator.isUnsigned(compact))
            #expect(broken(compact) == .algorithm)
        }
        // Where a signature is required, it is refused.
        #expect(factory.broken(unsigned()) == .algorithm)
    }

    @Test("the rules about the claims are the same as for signed tokens")
    func rules() {
        #expect(broken(unsigned(["iss": "https://elsewhere.test"])) == .issuer)
        #expect(broken(unsigned(["aud": "client-b"])) == .audience)
        #expect(broken(unsigned(["azp": "client-b"])) == .authorizedParty)
        #expect(broken(unsigned(["exp": 1])) == .expiration)
        #expect(broken(unsigned(["nbf": 4_000_000_000])) == .notBefore)
        #expect(broken(unsigned(["iat": 4_000_000_000])) == .issuedAt)
        #expect(broken(unsigned(["sub": nil])) == .claims)
    }
}
