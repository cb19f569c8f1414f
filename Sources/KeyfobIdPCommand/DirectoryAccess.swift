#if Server
import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPFiles
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobSQLite
import KeyfobYAML

/// The directory of a data directory, for commands: by the provider that runs on it, or, if none runs, in its database
/// under the provider's lock. Both do the same.
struct DirectoryAccess {
    let directory: DataDirectory
    let database: ProviderDatabase

    /// Makes access to the data that a provider with the same options would use.
    init(directory: DataDirectory, _ option: DatabaseOption) throws(AuthError) {
        self.directory = directory
        database = try option.database(in: directory)
    }

    /// Applies files.
    ///
    /// - Throws: ``AuthError`` that names the file and the line; the directory is as it was.
    func apply(_ files: [SourceFile], _ options: ApplyOptions) async throws -> DirectoryPlan {
        try await withStore { store, setting in
            try await DirectoryFiles.apply(files, options, to: store, setting)
        } running: { provider in
            var body: [String: JSONValue] = [
                "files": .array(
                    files.map {
                        ["name": .string($0.name), "text": .string(String(decoding: $0.bytes, as: UTF8.self))]
                    }),
                "dryRun": .bool(options.isDryRun), "prune": .bool(options.prunes),
            ]
            body["tenant"] = options.tenant.map { .string($0) }
            let response = try await provider.send(.post, "/_admin/apply", body: JSONValue.object(body).bytes())
            guard let plan = (try? JSONValue(parsing: response.body)).flatMap(DirectoryPlan.init) else {
                throw ProviderConnection.unusable(directory)
            }
            return plan
        }
    }

    /// Writes the directory as YAML.
    func export(tenant: String?, withSecrets: Bool) async throws -> String {
        try await withStore { store, setting in
            try await DirectoryFiles.export(
                store, tenant: tenant, withSecrets: withSecrets, platform: setting.platform)
        } running: { provider in
            let pairs = [("secrets", withSecrets ? "true" : "false")] + (tenant.map { [("tenant", $0)] } ?? [])
            let response = try await provider.send(.get, "/_admin/export", query: FormParameters(pairs).encoded)
            return String(decoding: response.body, as: UTF8.self)
        }
    }

    private func withStore<R>(
        _ body: (any IdPStore, ApplySetting) async throws -> R,
        running: (ProviderConnection) async throws -> R
    ) async throws -> R {
        try directory.prepare()
        let lock = try FileLock(path: directory.lock)
        guard try lock.tryLock() else {
            let connection = try ProviderConnection(directory)
            do {
                let result = try await running(connection)
                await connection.close()
                return result
            } catch {
                await connection.close()
                throw error
            }
        }
        defer { lock.unlock() }
        let store = try await database.open()
        let offset = try await store.transaction { try $0.clockOffset() }
        let setting = ApplySetting(
            random: SystemRandomSource(), now: SystemClock().unixSeconds &+ offset,
            passwordCost: IdPConfiguration().passwordCost, platform: SeedData.platform)
        do { return try await body(store, setting) } catch let error as FileError {
            throw AuthError.configuration(error.description, remedy: Self.remedy)
        }
    }

    static let remedy = "Correct it and try again. Nothing was changed."
}

/// The admin API of the provider that runs on a data directory.
struct ProviderConnection {
    private let base: HTTPURL
    private let token: String
    private let transport: AsyncHTTPTransport
    private let directory: DataDirectory

    /// Finds the provider's address and token.
    init(_ directory: DataDirectory) throws(AuthError) {
        guard let address = try directory.read(directory.address), let base = HTTPURL(address),
            let token = try directory.read(directory.adminToken)
        else {
            throw AuthError(
                .storeUnavailable, origin: .store,
                message: "A provider starts or stops on \(directory.path) at the moment.", remedy: "Try again.")
        }
        self.base = base
        self.token = token
        self.directory = directory
        transport = try AsyncHTTPTransport(
            trust: .caFile(directory.caCertificate), timeoutSeconds: 600, bodyLimit: SourceLimits.bytes)
    }

    func send(_ method: HTTPMethod, _ path: String, query: String? = nil, body: [UInt8] = []) async throws
        -> HTTPResponse
    {
        var request = HTTPRequest(method: method, url: base.with(path: path, query: query), body: body)
        request.fields.set("Authorization", "Bearer \(token)")
        if method == .post { request.fields.set("Content-Type", "application/json") }
        let response: HTTPResponse
        do { response = try await transport.send(request) } catch {
            throw AuthError(
                .storeUnavailable, origin: .store,
                message: "The provider of \(directory.path) does not respond: \(error)",
                remedy: "Try again, or stop it: then the command works on its data directly.")
        }
        guard !response.isSuccess else { return response }
        let json = try? JSONValue(parsing: response.body)
        let message = json?["error_description"]?.stringValue ?? "Status \(response.status)."
        if json?["error"]?.stringValue == "invalid_file" {
            throw AuthError.configuration(message, remedy: DirectoryAccess.remedy)
        }
        throw AuthError(
            .storeUnavailable, origin: .store,
            message: "The provider of \(directory.path) refuses the request: \(message)")
    }

    func close() async { await transport.shutdown() }

    static func unusable(_ directory: DataDirectory) -> AuthError {
        AuthError(
            .storeUnavailable, origin: .store, message: "The provider of \(directory.path) sent no plan.",
            remedy: "Use the keyfob-idp of the same release.")
    }
}
#endif
