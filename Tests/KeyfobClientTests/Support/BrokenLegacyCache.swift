import Foundation
import KeyfobCache
import KeyfobCore

/// A legacy cache that cannot be used.
struct BrokenLegacyCache: LegacyTokenCache {
    private let error: AuthError

    init(_ code: AuthError.Code) { error = AuthError(code, origin: .store, message: "Broken.") }

    func items(_ query: LegacyTokenQuery) throws(AuthError) -> [LegacyTokenItem] { throw error }
    func put(_ items: [LegacyTokenItem], sparing: Bool) throws(AuthError) { throw error }
    func remove(_ items: [LegacyTokenItem], by app: String, at now: Date) throws(AuthError) { throw error }
}
