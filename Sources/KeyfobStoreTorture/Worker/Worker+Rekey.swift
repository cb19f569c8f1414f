import KeyfobStoreSQLite

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Worker {
    /// Changes the store's key, and kills this process at a stage, like `kill -9`; an unknown stage kills nothing.
    func rekey(killedAt stage: String) async throws -> String {
        let stage = RekeyStage(rawValue: stage)
        let result = try await store.rekey(to: nil) { if $0 == stage { raise(SIGKILL) } }
        return "rekeyed \(result.resealed)"
    }
}
