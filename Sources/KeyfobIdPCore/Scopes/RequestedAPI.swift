import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The permissions of one API that a request asks for, as the client spells them.
struct RequestedAPI: Sendable {
    let application: Application
    /// The part before the last `/` as the client wrote it; empty for Microsoft Graph's bare names.
    let prefix: String
    /// The requested permissions; for a static request those that the registration declares.
    var permissions: [PermissionScope]
    /// The scopes as written, including `.default`.
    var spellings: [String]
    /// Whether the request named no permission (`.default`, or a version 1 `resource`).
    var isStatic: Bool

    /// A permission's scope as the client spelled it; if it did not name it, in the same form.
    func spelling(of permission: String) -> String {
        spellings.first { ScopeRules.name(of: $0).inLowerCase == permission.inLowerCase }
            ?? (prefix.isEmpty ? permission : "\(prefix)/\(permission)")
    }
}

/// All access that a request asks for.
struct RequestedAccess: Sendable {
    /// OpenID Connect's own scopes.
    var openID: ScopeSet
    /// The APIs, in the order of their first scope.
    var apis: [RequestedAPI]

    /// Every scope as it was written.
    var spellings: [String] { openID.values + apis.flatMap(\.spellings) }
}
