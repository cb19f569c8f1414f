import KeyfobStoreSQLite

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Worker {
    /// Gives the store another key, and ends this process at a stage as `kill -9` would; at none if it is not one.
    func rekey(killedAt stage: String) async throws -> String {
        let stage = RekeyStage(rawValue: stage)
        let result = try await store.rekey(to: nil) { if $0 == stage { raise(SIGKILL) } }
        return "rekeyed \(result.resealed)"
    }
}
