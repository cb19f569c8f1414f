// Module: KeyfobStoreSQLite
//
// A small store whose file is changed at places that the input names: it opens, answers or says what is wrong, takes a
// look from everyone who reads, and never gives a token that was not written.
import Foundation
import GRDB
import KeyfobCache
import KeyfobCore

@testable import KeyfobStoreSQLite

private let accounts = ["ada", "grace", "alan"]
private let template = Template()

/// Tries one input.
func fuzzDamagedDatabase(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    var bytes = template.bytes
    for edit in stride(from: 0, to: input.count - 3, by: 4) {
        let place = (Int(input[edit]) << 12 | Int(input[edit + 1] & 0x0F) << 8 | Int(input[edit + 2])) % bytes.count
        bytes[place] = input[edit + 3]
    }
    for suffix in ["-wal", "-shm", ".damaged-1"] { try? FileManager.default.removeItem(atPath: template.path + suffix) }
    guard FileManager.default.createFile(atPath: template.path, contents: bytes, attributes: [.posixPermissions: 0o600])
    else { abort() }
    guard let store = try? template.open() else { return 0 }
    try? store.forEachAccount { _ in }
    for account in accounts + [""] {
        for entity in (try? store.partition(homeAccountID: account))??.entities ?? [] {
            guard let secret = try? entity.contents.open().secret?.reveal() else { continue }
            guard secret == "at-\(account)" || secret == "rt-\(account)" else { abort() }
        }
    }
    return 0
}

/// A store with a few accounts, closed, as bytes.
private final class Template: Sendable {
    let home = "/dev/shm/keyfob-fuzz-\(getpid())"
    let bytes: Data
    var path: String { "\(home)/stores/\(AccessGroup.standard.name)/credentials.sqlite" }

    init() {
        let done = DispatchSemaphore(value: 0)
        Task { [home] in
            guard let store = try? Self.open(home) else { abort() }
            for account in accounts { guard await Self.add(account, to: store) else { abort() } }
            done.signal()
        }
        done.wait()
        let path = "\(home)/stores/\(AccessGroup.standard.name)/credentials.sqlite"
        guard let queue = try? DatabaseQueue(path: path) else { abort() }
        try? queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        guard let bytes = FileManager.default.contents(atPath: path) else { abort() }
        self.bytes = bytes
        atexit { try? FileManager.default.removeItem(atPath: "/dev/shm/keyfob-fuzz-\(getpid())") }
    }

    func open() throws -> SQLiteCredentialStore { try Self.open(home) }

    private static func open(_ home: String) throws -> SQLiteCredentialStore {
        try SQLiteCredentialStore(group: .standard, home: home, keys: FileSealingKey(directory: home + "/keys"))
    }

    private static func add(_ account: String, to store: SQLiteCredentialStore) async -> Bool {
        var input = SaveInput(
            homeAccountID: account, environment: "contoso.test", realm: "tenant", clientID: "client", app: "app",
            localAccountID: account, username: account, cachedAt: 0, expiresOn: 0)
        input.accessToken = Secret("at-\(account)")
        input.refreshToken = Secret("rt-\(account)")
        let response = input
        return
            (try? await store.write { transaction throws(AuthError) in
                try CredentialRules.save(response, in: transaction)
            }) != nil
    }
}
