import Dispatch
import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobYAML

/// The hash for a password in clear text in a file.
struct PreparedPassword: Sendable {
    /// The stored hash with which it was compared; nil for a new user or one without a password.
    let stored: String?
    /// The hash to store: the stored one, if it is the password's.
    let hash: String
}

/// A password changed between its check and the transaction: the plan begins again.
struct StalePasswords: Error {}

/// Hashes the passwords that files have in clear text, before the transaction: each takes a processor for a tenth of a
/// second. One whose hash is stored already is not hashed again.
enum PasswordPreparation {
    /// Whether a text is a hash that the provider can check.
    static func isHash(_ text: String) -> Bool { PasswordHash(encoded: text) != nil }

    /// Whether checking a password against a hash costs more than against those that the provider makes.
    static func isCostly(_ hash: String) -> Bool {
        func cost(_ parameters: ScryptParameters) -> Int { parameters.n * parameters.r * parameters.p }
        return PasswordHash(encoded: hash).map { cost($0.parameters) > cost(.standard) } ?? false
    }

    private struct Job: Sendable {
        let place: SourcePlace
        let password: String
        let stored: String?
    }

    /// Prepares every clear password of the files.
    ///
    /// - Throws: ``FileError`` for a password that Graph would refuse too; the store's error.
    static func run(
        _ files: FileDirectory, in store: any IdPStore, _ options: ApplyOptions, _ setting: ApplySetting
    ) async throws -> [SourcePlace: PreparedPassword] {
        var found: [(node: SourceNode, password: String)] = []
        for tenant in files.tenants {
            for node in tenant.sections[.users] ?? [] {
                guard let password = node["passwordProfile"]?["password"]?.string else { continue }
                guard PasswordRule.isComplex(password) else {
                    throw FileError(
                        "A password has 8 to 256 characters of three kinds: lower case, upper case, digits and others.",
                        at: node.place(ofPath: "passwordProfile.password"), member: "passwordProfile.password")
                }
                if let hash = node["passwordHash"], !hash.isNull {
                    throw FileError(
                        "A user has a password or its hash, and not both.", at: hash.place, member: "passwordHash")
                }
                guard options.onlyTenant == nil || found.count < SourceLimits.passwordsOfTenant else {
                    throw FileError(
                        "There are more than \(SourceLimits.passwordsOfTenant) passwords in clear text. Apply the file in "
                            + "parts.", at: node.place(ofPath: "passwordProfile.password"),
                        member: "passwordProfile.password")
                }
                found.append((node, password))
            }
        }
        guard !found.isEmpty else { return [:] }
        let nodes = found
        let jobs = try await store.transaction { transaction in
            try nodes.map { node, password in
                let id = node["id"]?.string?.lowercased()
                let name = node["userPrincipalName"]?.string ?? ""
                let user =
                    try id.flatMap { try transaction.user(objectID: $0) }
                    ?? (id == nil ? transaction.user(userPrincipalName: name) : nil)
                // A tenant's administrator cannot try passwords of another tenant's users, not even by the time that it takes.
                let isOwn = options.onlyTenant == nil || user?.tenantID == options.onlyTenant
                return Job(place: node.place, password: password, stored: isOwn ? user?.passwordHash : nil)
            }
        }
        return try await hash(jobs, isDryRun: options.isDryRun, setting)
    }

    /// Runs the jobs, as many at a time as there are processors.
    private static func hash(
        _ jobs: [Job], isDryRun: Bool, _ setting: ApplySetting
    ) async throws -> [SourcePlace: PreparedPassword] {
        try await withThrowingTaskGroup(of: (SourcePlace, PreparedPassword).self) { group in
            var waiting = jobs[...]
            var prepared: [SourcePlace: PreparedPassword] = [:]
            func start(_ job: Job) {
                group.addTask { (job.place, try await prepare(job, isDryRun: isDryRun, setting)) }
            }
            for _ in 0..<max(1, ProcessInfo.processInfo.activeProcessorCount) {
                if let job = waiting.popFirst() { start(job) }
            }
            while let (place, password) = try await group.next() {
                prepared[place] = password
                if let job = waiting.popFirst() { start(job) }
            }
            return prepared
        }
    }

    /// Checks or hashes one password, on a thread of its own: the provider's other requests go on meanwhile.
    private static func prepare(
        _ job: Job, isDryRun: Bool, _ setting: ApplySetting
    ) async throws -> PreparedPassword {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                if let stored = job.stored, PasswordHash(encoded: stored)?.verifies(Secret(job.password)) == true {
                    return continuation.resume(returning: PreparedPassword(stored: stored, hash: stored))
                }
                // In a dry run nothing is written: what the hash will be does not matter.
                continuation.resume(
                    with: Result {
                        let hash =
                            isDryRun
                            ? ""
                            : try PasswordRule.hash(
                                Secret(job.password), random: setting.random, cost: setting.passwordCost)
                        return PreparedPassword(stored: job.stored, hash: hash)
                    })
            }
        }
    }
}
