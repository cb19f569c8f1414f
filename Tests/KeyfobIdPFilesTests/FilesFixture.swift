import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import KeyfobYAML
import Testing

@testable import KeyfobIdPFiles

/// A store to which files are applied, and a provider over it.
struct FilesFixture: Sendable {
    let store: InMemoryIdPStore
    let clock = MovableClock()

    /// An empty store.
    init() { store = InMemoryIdPStore() }

    /// A store with the seed data.
    static func seeded() async throws -> FilesFixture {
        let fixture = FilesFixture()
        try await SeedData.contoso(in: fixture.store, random: SystemRandomSource(), passwordCost: .test)
        return fixture
    }

    @discardableResult
    func apply(_ text: String, _ options: ApplyOptions = ApplyOptions()) async throws -> DirectoryPlan {
        try await apply([SourceFile(name: "a.yaml", bytes: Array(text.utf8))], options)
    }

    @discardableResult
    func apply(_ files: [SourceFile], _ options: ApplyOptions = ApplyOptions()) async throws -> DirectoryPlan {
        let setting = ApplySetting(
            random: SystemRandomSource(), now: clock.unixSeconds, passwordCost: .test, platform: SeedData.platform)
        return try await DirectoryFiles.apply(files, options, to: store, setting)
    }

    /// The error of files that cannot be applied; the store must not change.
    func error(_ text: String, _ options: ApplyOptions = ApplyOptions()) async throws -> FileError {
        let before = try await export(withSecrets: true)
        let error = try await #require(throws: FileError.self) { try await apply(text, options) }
        #expect(try await export(withSecrets: true) == before)
        return error
    }

    func export(_ tenant: String? = nil, withSecrets: Bool = false) async throws -> String {
        try await DirectoryFiles.export(store, tenant: tenant, withSecrets: withSecrets, platform: SeedData.platform)
    }

    func user(_ name: String) async throws -> User? {
        try await store.transaction { try $0.user(userPrincipalName: name) }
    }

    func application(_ name: String) async throws -> Application? {
        try await store.transaction { try $0.applications().first { $0.displayName == name || $0.appID == name } }
    }

    func objects(_ kind: DirectoryObject.Kind) async throws -> [JSONValue] {
        try await store.transaction { try $0.directoryObjects() }.filter { $0.kind == kind }.map {
            try JSONValue(parsing: $0.document)
        }
    }

    /// A provider over the store.
    func provider() async throws -> InMemoryProvider { try await InMemoryProvider(clock: clock, store: store) }

    /// Requests tokens.
    func token(_ provider: InMemoryProvider, tenant: String, _ form: [(String, String)]) async throws -> HTTPResponse {
        var request = HTTPRequest(method: .post, url: provider.base.with(path: "/\(tenant)/oauth2/v2.0/token"))
        request.fields.set("Content-Type", "application/x-www-form-urlencoded")
        request.body = Array(FormParameters(form).encoded.utf8)
        return try await provider.send(request)
    }

    /// The status of a sign-in by password.
    func signIn(
        _ provider: InMemoryProvider, _ user: String, _ password: String, client: String,
        tenant: String = "contoso.test",
        scope: String = "api://files/Files.Read"
    ) async throws -> HTTPResponse {
        try await token(
            provider, tenant: tenant,
            [
                ("grant_type", "password"), ("client_id", client), ("username", user), ("password", password),
                ("scope", scope),
            ])
    }
}

/// The claims of an access token, unverified: the API that it is for exists only in the file.
func claims(of token: Secret<String>?) throws -> JSONValue {
    let parts = try #require(token).reveal().split(separator: ".")
    let payload = try #require(parts.count == 3 ? Base64URL.decode(String(parts[1])) : nil)
    return try JSONValue(parsing: payload)
}

extension HTTPResponse {
    /// The numbers of an error response.
    var codes: [Int64] {
        (try? JSONValue(parsing: body))?["error_codes"]?.arrayValue?.compactMap(\.integerValue) ?? []
    }
}
