import Foundation
import GRDB
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobIdPStoreSQLite

/// Requests that unauthenticated clients begin are kept until a user responds.
@Suite("Requests that wait for a user", .timeLimit(.minutes(10)))
struct WaitingRequestTests {
    /// The kind of a waiting request.
    enum Kind: String, CaseIterable {
        case signIn = "a sign-in"
        case postedSignIn = "a sign-in by POST"
        case adminConsent = "an administrator's consent"
        case deviceCode = "a device code"
        case devicePage = "the page for a device's code"

        var table: String { self == .deviceCode ? "device_code" : "pending_sign_in" }

        fileprivate var path: String {
            switch self {
            case .signIn, .postedSignIn: "/common/oauth2/v2.0/authorize"
            case .adminConsent: "/contoso.test/adminconsent"
            case .deviceCode: "/common/oauth2/v2.0/devicecode"
            case .devicePage: "/common/oauth2/deviceauth"
            }
        }

        fileprivate var isForm: Bool { self == .postedSignIn || self == .deviceCode }

        /// Its parameters, and a padding one that brings them to the given size in bytes.
        fileprivate func parameters(_ size: Int? = nil) -> FormParameters {
            var pairs = [("client_id", SeedData.suiteClientID)]
            if self != .adminConsent { pairs += [("scope", "openid")] }
            if self != .deviceCode { pairs += [("redirect_uri", "http://localhost:51000/contoso-a"), ("state", "s")] }
            if self == .signIn || self == .postedSignIn {
                pairs += [
                    ("response_type", "code"), ("code_challenge", String(repeating: "c", count: 43)),
                    ("code_challenge_method", "S256"),
                ]
            }
            guard let size else { return FormParameters(pairs) }
            let rest = FormParameters(pairs + [("x", "")]).encoded.utf8.count
            return FormParameters(pairs + [("x", String(repeating: "a", count: size - rest))])
        }
    }

    private let home: TemporaryDirectory
    private let provider: InMemoryProvider

    init() async throws {
        home = try TemporaryDirectory("keyfob-idp-waiting")
        let store = try SQLiteIdPStore(directory: home.path + "/data")
        var provider = try await InMemoryProvider(clock: MovableClock(), store: store)
        provider.peer = "192.0.2.7"
        self.provider = provider
    }

    private func send(_ kind: Kind, _ parameters: FormParameters) async throws -> HTTPResponse {
        let url = provider.base.with(path: kind.path)
        return try await provider.send(kind.isForm ? .form(url, parameters) : .get(parameters.appended(to: url)))
    }

    /// The number of waiting rows, of this address or of any.
    private func rows(_ kind: Kind, of address: String? = nil) async throws -> Int {
        let table = kind.table
        let queue = try DatabaseQueue(path: home.path + "/data/idp.sqlite")
        return try await queue.read { database in
            let condition = address == nil ? "" : " WHERE address = ?"
            return try Int.fetchOne(
                database, sql: "SELECT COUNT(*) FROM \(table)\(condition)",
                arguments: StatementArguments([address].compactMap { $0 })) ?? -1
        }
    }

    @Test(
        "One of more than 16 KiB is refused, and nothing of it is stored",
        arguments: [Kind.signIn, .postedSignIn, .adminConsent, .deviceCode])
    func size(kind: Kind) async throws {
        defer { home.remove() }
        let refused = try await send(kind, kind.parameters(16_385))
        #expect(refused.status == 400 && String(decoding: refused.body, as: UTF8.self).contains("AADSTS90023"))
        #expect(try await rows(kind) == 0)
        #expect(try await send(kind, kind.parameters(16_384)).status == 200)
        #expect(try await rows(kind) == 1)
    }

    @Test("500 are kept for one address, and another one's in addition", arguments: Kind.allCases)
    func addresses(kind: Kind) async throws {
        defer { home.remove() }
        for _ in 1...501 { #expect(try await send(kind, kind.parameters()).status == 200) }
        #expect(try await rows(kind, of: "192.0.2.7") == 500)
        #expect(try await rows(kind) == 500)
        let url = provider.base.with(path: kind.path)
        let other = kind.isForm ? HTTPRequest.form(url, kind.parameters()) : .get(kind.parameters().appended(to: url))
        #expect(await provider.provider.handle(other, from: "198.51.100.1").status == 200)
        #expect(try await rows(kind) == 501)
    }
}
