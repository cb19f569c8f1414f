import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth

/// What an access token is bound to, sealed in its claim `rh`, which every access token has and this provider alone
/// reads: the API that it is for, as an object, and how its user has signed in.
///
/// A name in `aud` may mean another API later, or at another address; the object stays the same. The sign-in counts
/// when the API exchanges the token on behalf of the user, and the policies are evaluated again.
struct TokenOrigin: Sendable, Hashable, Codable {
    /// A registration as an object: no other one, not even a later one under the same id, is the same.
    struct API: Sendable, Hashable, Codable {
        private let appID: String
        private let objectID: String

        init(_ application: Application) {
            appID = application.appID.lowercased()
            objectID = application.objectID.lowercased()
        }

        private enum CodingKeys: String, CodingKey {
            case appID = "a"
            case objectID = "o"
        }
    }

    /// How a user has signed in.
    struct SignIn: Sendable, Hashable, Codable {
        var grantID: String
        var authenticatedAt: Int64
        var sessionID: String?
        var contexts: [String]?
        var evidence: SignInEvidence

        init(_ access: AuthorizedAccess) {
            grantID = access.grantID
            authenticatedAt = access.authenticatedAt
            sessionID = access.sessionID
            contexts = access.contexts
            evidence = access.evidence
        }
    }

    /// The API that the token is for.
    let api: API
    /// The sign-in; nil if an application has the token for itself.
    let signIn: SignIn?

    private static let prefix = "1."

    /// The origin of a user's token.
    init(_ api: Application, _ access: AuthorizedAccess) {
        self.api = API(api)
        signIn = SignIn(access)
    }

    /// The origin of a token that an application has for itself.
    init(_ api: Application) {
        self.api = API(api)
        signIn = nil
    }

    /// The claim's value: `1.TENANT.SEALED`. It names the tenant itself, because the tokens of some kinds of tenants do
    /// not.
    ///
    /// - Throws: ``OAuthError`` 90033 if it cannot be sealed: no token is issued without.
    func sealed(in tenantID: String, _ context: RequestContext) throws -> String {
        let head = "\(Self.prefix)\(Base64URL.encode(Array(tenantID.utf8)))."
        do {
            let sealed = try Self.key(tenantID, context.directory).seal(
                Array(try JSONEncoder().encode(self)), nonce: context.random.bytes(12), associatedData: Array(head.utf8)
            )
            return head + Base64URL.encode(sealed)
        } catch {
            throw OAuthError(90033, detail: "the origin of an access token cannot be sealed")
        }
    }

    /// The origin of a token with these claims; nil if they have none.
    init?(_ claims: [String: JSONValue], in directory: Directory) {
        guard let claim = claims["rh"]?.stringValue, claim.hasPrefix(Self.prefix) else { return nil }
        let parts = claim.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let tenant = Base64URL.decode(parts[1]), let sealed = Base64URL.decode(parts[2]),
            let key = try? Self.key(String(decoding: tenant, as: UTF8.self), directory),
            let plain = try? key.open(sealed, associatedData: Array("\(parts[0]).\(parts[1]).".utf8)),
            let origin = try? JSONDecoder().decode(TokenOrigin.self, from: Data(plain))
        else { return nil }
        self = origin
    }

    /// Whether the token is for an API.
    func isBound(to application: Application) -> Bool { api == API(application) }

    private static func key(_ tenantID: String, _ directory: Directory) throws -> AESGCMKey {
        try AESGCMKey(
            directory.subjectKey(ofTenant: tenantID).authenticate(Array("origins of tokens|\(tenantID)".utf8)))
    }
}
