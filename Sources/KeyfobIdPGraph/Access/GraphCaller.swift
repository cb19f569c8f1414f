import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// Who calls Microsoft Graph, and what the caller may do.
struct GraphCaller: Sendable {
    /// A caller.
    enum Principal: Sendable {
        /// A user, through a client.
        case user(User)
        /// An application, for itself.
        case application(Application)
        /// The provider's administrator, with the admin token.
        case administrator
    }

    let principal: Principal
    let tenant: Tenant
    /// What the caller may do to every object.
    let rights: Set<DirectoryRight>

    /// Admits a request, or refuses it.
    ///
    /// - Parameter tenantName: the tenant that the address names, which only the provider's administrator has to do.
    /// - Throws: ``GraphError``, or the store's error.
    init(_ context: RequestContext, tenantName: String?) async throws {
        if !context.isCloudStandIn, let expected = context.configuration.adminToken,
            let given = BearerToken.of(context.request),
            ConstantTime.equal(given.reveal(), expected.reveal())
        {
            guard let tenant = tenantName.map({ context.directory.tenant($0) }) ?? context.directory.tenants.first
            else { throw GraphError.noSegment(tenantName ?? "") }
            self.tenant = tenant
            principal = .administrator
            rights = Set(DirectoryRight.allCases)
            return
        }
        do {
            if ApplicationCaller.isPresented(in: context) {
                let caller = try await ApplicationCaller(context, api: ScopeResolution.graphID, role: nil)
                principal = .application(caller.application)
                tenant = caller.tenant
                rights = GraphPermissions.rights(
                    of: (caller.claims["roles"]?.arrayValue ?? []).compactMap(\.stringValue))
            } else {
                let caller = try await ResourceCaller(context, api: ScopeResolution.graphID, .read, scopes: nil)
                guard let tenant = context.directory.tenant(caller.user.tenantID) else {
                    throw ResourceRefusal.invalidToken("The tenant that the token was issued for is deleted.")
                }
                principal = .user(caller.user)
                self.tenant = tenant
                let scopes = (caller.claims["scp"]?.stringValue ?? "").split(separator: " ").map(String.init)
                rights = GraphPermissions.rights(of: scopes)
                    .intersection(DirectoryRole.rights(of: caller.user, in: tenant))
            }
        } catch let refusal as ResourceRefusal {
            throw GraphError(refusal, context)
        }
        if let tenantName, context.directory.tenant(tenantName)?.id != tenant.id {
            throw GraphError(
                401, "Authorization_IdentityNotFound",
                "The identity of the calling application could not be established.")
        }
    }

    /// The user for whom the request is sent; nil for an application and the provider's administrator.
    var user: User? {
        if case .user(let user) = principal { user } else { nil }
    }

    /// The object id of the caller; nil for the provider's administrator.
    var objectID: String? {
        switch principal {
        case .user(let user): user.objectID
        case .application(let application): ServicePrincipal.objectID(of: application, in: tenant.id)
        case .administrator: nil
        }
    }

    /// Whether the caller may change objects of those who have directory roles: otherwise a lesser role could take over
    /// a greater one.
    var mayChangeAdministrators: Bool { rights.contains(.manageAdministrators) }

    /// Checks a right.
    ///
    /// - Throws: ``GraphError``
    func require(_ right: DirectoryRight) throws(GraphError) {
        guard rights.contains(right) else { throw .denied }
    }
}

extension GraphError {
    /// The error for a refused access token.
    fileprivate init(_ refusal: ResourceRefusal, _ context: RequestContext) {
        let message =
            switch refusal.cause {
            case .missing: "Access token is empty."
            case .expired: "Lifetime validation failed, the token is expired."
            case .audience: "Access token validation failure. Invalid audience."
            case .other:
                refusal.claims == nil
                    ? refusal.message
                    : "Continuous access evaluation resulted in challenge with result: InteractionRequired and code: "
                        + "TokenIssuedBeforeRevocationTimestamp"
            }
        self.init(
            refusal.status, refusal.status == 401 ? "InvalidAuthenticationToken" : "Authorization_RequestDenied",
            message)
        challenge = refusal.response(context).fields["WWW-Authenticate"]
    }
}
