import KeyfobCache
import KeyfobCore
import KeyfobStoreKeychain
import KeyfobTesting
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("The lock file of a keychain's writers")
struct LockFileTests {
    @Test("it is held during a transaction and released after it, one that throws included")
    func heldDuringTransaction() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/writers.lock"
        let store = Team().store(options: KeychainStoreOptions(lockPath: path))
        for fails in [false, true] {
            let wasFree = await Self.probe(store, path, fails)
            #expect(wasFree == false)
            #expect(Self.isFree(path))
        }
    }

    @Test("a lock file that cannot be created is an error with a message, and nothing is written")
    func unusable() async throws {
        let folder = try TemporaryFolder()
        let team = Team()
        let store = team.store(options: KeychainStoreOptions(lockPath: folder.path + "/missing/writers.lock"))
        let error = await #expect(throws: AuthError.self) { try await store.save(Samples.response("1")) }
        #expect(error?.code == .storeUnavailable)
        #expect(try team.items().isEmpty)
    }

    /// Whether the lock was free inside a transaction.
    private static func probe(_ store: any CredentialStore, _ path: String, _ fails: Bool) async -> Bool? {
        do throws(AuthError) {
            return try await store.write { _ throws(AuthError) in
                let isFree = isFree(path)
                if fails, !isFree { throw AuthError.configuration("on purpose") }
                return isFree
            }
        } catch {
            return error.code == .configuration ? false : nil
        }
    }

    private static func isFree(_ path: String) -> Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
}
