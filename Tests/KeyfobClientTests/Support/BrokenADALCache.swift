import Foundation
import KeyfobCache
import KeyfobCore

/// An ADAL cache that cannot be used.
struct BrokenADALCache: ADALCache {
    private let error: AuthError

    init(_ code: AuthError.Code) { error = AuthError(code, origin: .store, message: "Broken.") }

    func items(_ query: ADALCacheQuery) throws(AuthError) -> [ADALCacheItem] { throw error }
    func put(_ items: [ADALCacheItem], sparing: Bool) throws(AuthError) { throw error }
    func remove(_ items: [ADALCacheItem], by app: String, at now: Date) throws(AuthError) { throw error }
}
