import KeyfobCore
import KeyfobOAuth

/// The permissions of one API that a request asks for, in the client's spelling.
struct RequestedAPI: Sendable {
    let application: Application
    /// The API as the client wrote it before the last `/`; empty for Microsoft Graph's bare names.
    let prefix: String
    /// The permissions asked for; for a static request those that the registration declares.
    var permissions: [PermissionScope]
    /// The scopes as written, `.default` among them.
    var spellings: [String]
    /// Whether the request named no permission (`.default`, or a version 1 `resource`).
    var isStatic: Bool

    /// A permission's scope in the client's spelling, if it wrote it; otherwise as it would have.
    func spelling(of permission: String) -> String {
        spellings.first { ScopeRules.name(of: $0).lowercased() == permission.lowercased() }
            ?? (prefix.isEmpty ? permission : "\(prefix)/\(permission)")
    }
}

/// Everything that a request asks for.
struct RequestedAccess: Sendable {
    /// OpenID Connect's own scopes.
    var openID: ScopeSet
    /// The APIs, in the order of their first scope.
    var apis: [RequestedAPI]

    /// Every scope as it was written.
    var spellings: [String] { openID.values + apis.flatMap(\.spellings) }
}
