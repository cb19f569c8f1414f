import KeyfobCache
import KeyfobCore

/// The values by which two silent calls that send a request are equal, so that they share one response.
struct ADALRefreshKey: Hashable, Sendable {
    let authority: Authority
    let clientID: String
    let resource: String
    let user: ADALCacheUserIdentifier?
    let claims: String?
    let isForced: Bool

    init(_ request: ADALRequest) {
        authority = request.authority
        clientID = request.clientID
        resource = request.resource
        user = request.user
        claims = request.wireClaims
        isForced = request.forceRefresh
    }
}
