package import KeyfobCore
package import KeyfobIdPModel

/// An application in Microsoft Graph's format.
package enum ApplicationJSON {
    package static let known = Set([
        "id", "appId", "displayName", "signInAudience", "publicClient", "web", "spa", "identifierUris", "api",
        "requiredResourceAccess", "isEnabled", "isDisabled", "optionalClaims", "foci", "isFirstParty", "isApproved",
        "appRoles", "groupMembershipClaims", "isFallbackPublicClient", "requestSignatureVerification", "saml",
        "publisherDomain", "verifiedPublisher",
    ]).union(inert).union(credentialMembers)

    package static func read(
        _ body: DirectoryDocument, appID: String, objectID: String, tenantID: String
    ) throws(DirectoryError) -> Application {
        let id = (try body.string("appId") ?? appID).lowercased()
        guard isGUID(id) else { throw .invalid("'appId' is not a GUID.") }
        var application = Application(
            appID: id, objectID: try body.string("id") ?? objectID, tenantID: tenantID,
            displayName: try body.required("displayName"))
        if let text = try body.string("signInAudience") {
            guard let audience = SignInAudience(rawValue: text) else { throw .invalid("'signInAudience' is unknown.") }
            application.signInAudience = audience
        }
        application.redirectURIs = RedirectURIs(
            publicClient: try redirectURIs(body, "publicClient"), web: try redirectURIs(body, "web"),
            singlePage: try redirectURIs(body, "spa"))
        application.implicitGrant = try implicitGrant(body)
        application.logoutURL = try logoutURL(body)
        application.identifierURIs = try body.strings("identifierUris") ?? []
        let isDisabled = try body.bool("isDisabled") ?? false
        application.isEnabled = try body.bool("isEnabled") ?? !isDisabled
        application.familyID = try body.string("foci")
        application.isFirstParty = try body.bool("isFirstParty")
        application.isApproved = try body.bool("isApproved")
        application.optionalClaims = try optionalClaims(body)
        application.saml = try saml(body)
        application.groupMembershipClaims = try groupMembershipClaims(body)
        try readPublisher(body, into: &application)
        let names: Set<String> = [
            "requestedAccessTokenVersion", "oauth2PermissionScopes", "preAuthorizedApplications",
            "knownClientApplications",
        ]
        if let api = try body.object("api", known: names.union(inertOfAPIs)) {
            application.requestedAccessTokenVersion = try api.integer("requestedAccessTokenVersion", 1...2).map(
                Int.init)
            application.scopes = try scopes(api)
            application.preAuthorizedApplications = try preAuthorized(api)
            let known = try api.strings("knownClientApplications") ?? []
            application.knownClientApplications = known.isEmpty ? nil : known.map { $0.lowercased() }
        }
        application.requiredResourceAccess = try requiredResources(body)
        application.appRoles = try roles(body)
        application.isFallbackPublicClient = try body.bool("isFallbackPublicClient")
        try readFurther(body, into: &application)
        return application
    }

    private static func implicitGrant(_ body: DirectoryDocument) throws(DirectoryError) -> ImplicitGrantSettings? {
        let settings = try body.object("web", known: platformMembers)?
            .object("implicitGrantSettings", known: ["enableIdTokenIssuance", "enableAccessTokenIssuance"])
        guard try settings?.bool("enableAccessTokenIssuance") != true else {
            throw .invalid(
                "'enableAccessTokenIssuance' is not supported: the authorization endpoint issues no access tokens. "
                    + "Use the response type 'code'.")
        }
        return try settings?.bool("enableIdTokenIssuance").map(ImplicitGrantSettings.init(issuesIDTokens:))
    }

    /// Signing out leads browsers to this address.
    private static func logoutURL(_ body: DirectoryDocument) throws(DirectoryError) -> String? {
        guard let address = try body.object("web", known: platformMembers)?.string("logoutUrl") else { return nil }
        guard HTTPURL(address) != nil, !address.contains("#"), address.utf8.count <= 2048 else {
            throw .invalid("'logoutUrl' is no http or https address.")
        }
        return address
    }

    /// One value or several, separated by commas, as Microsoft Graph writes them.
    private static func groupMembershipClaims(_ body: DirectoryDocument) throws(DirectoryError) -> Set<
        GroupMembershipClaim
    >? {
        guard let text = try body.string("groupMembershipClaims") else { return nil }
        let names = text.split(separator: ",").map { $0.drop { $0 == " " } }.filter { $0 != "None" }
        let claims = names.compactMap { GroupMembershipClaim(rawValue: String($0)) }
        guard claims.count == names.count else {
            throw .invalid(
                "'groupMembershipClaims' is not supported with '\(text.prefix(64))'. Use None, SecurityGroup, "
                    + "DirectoryRole or All.")
        }
        return claims.isEmpty ? nil : Set(claims)
    }

    /// The members of a platform.
    package static let platformMembers = inertOfPlatforms.union([
        "redirectUris", "implicitGrantSettings", "logoutUrl", "homePageUrl",
    ])

    private static func redirectURIs(_ body: DirectoryDocument, _ platform: String) throws(DirectoryError) -> [String] {
        let uris = try body.object(platform, known: platformMembers)?.strings("redirectUris") ?? []
        guard uris.count <= 256 else { throw .invalid("An application has at most 256 redirect URIs.") }
        for uri in uris {
            guard uri.utf8.count <= 256 else { throw .invalid("A redirect URI has at most 256 characters.") }
            do { _ = try RedirectURI(uri) } catch {
                throw .invalid("The redirect URI '\(uri)' cannot be registered: \(error.message)")
            }
        }
        return uris
    }

    private static func scopes(_ api: DirectoryDocument) throws(DirectoryError) -> [PermissionScope] {
        let names: Set<String> = [
            "id", "value", "type", "isEnabled", "userConsentDisplayName", "userConsentDescription",
            "adminConsentDisplayName", "adminConsentDescription", "origin",
        ]
        var scopes: [PermissionScope] = []
        for scope in try api.objects("oauth2PermissionScopes", known: names) ?? [] {
            let value = try scope.required("value")
            guard !value.contains(" "), !value.contains("/") else { throw .invalid("A scope's value is malformed.") }
            let forAdministrators = try scope.string("adminConsentDisplayName")
            let name = try scope.string("userConsentDisplayName") ?? forAdministrators ?? value
            let longForAdministrators = try scope.string("adminConsentDescription")
            let text = try scope.string("userConsentDescription") ?? longForAdministrators ?? name
            var permission = PermissionScope(
                id: try scope.required("id"), value: value, displayName: name, description: text,
                requiresAdministrator: try scope.string("type") == "Admin",
                isEnabled: try scope.bool("isEnabled") ?? true)
            permission.administratorName = forAdministrators
            permission.administratorDescription = longForAdministrators
            scopes.append(permission)
        }
        return scopes
    }

    package static func write(_ application: Application) -> JSONValue {
        func platform(_ uris: [String]) -> JSONValue { ["redirectUris": .strings(uris)] }
        let scopes = application.scopes.map { scope -> JSONValue in
            var members: [String: JSONValue] = [
                "id": .string(scope.id), "value": .string(scope.value),
                "type": scope.requiresAdministrator ? "Admin" : "User", "isEnabled": .bool(scope.isEnabled),
                "userConsentDisplayName": .string(scope.displayName),
                "userConsentDescription": .string(scope.description),
            ]
            members["adminConsentDisplayName"] = scope.administratorName.map { .string($0) }
            members["adminConsentDescription"] = scope.administratorDescription.map { .string($0) }
            return .object(members)
        }
        var api: [String: JSONValue] = [
            "requestedAccessTokenVersion": application.requestedAccessTokenVersion.map { .integer($0) } ?? .null,
            "oauth2PermissionScopes": .array(scopes),
        ]
        api["preAuthorizedApplications"] = write(application.preAuthorizedApplications)
        api["knownClientApplications"] = application.knownClientApplications.map { .strings($0) }
        var web: [String: JSONValue] = ["redirectUris": .strings(application.redirectURIs.web)]
        web["implicitGrantSettings"] = application.implicitGrant.map {
            ["enableIdTokenIssuance": .bool($0.issuesIDTokens), "enableAccessTokenIssuance": false]
        }
        web["logoutUrl"] = application.logoutURL.map { .string($0) }
        web["homePageUrl"] = application.homePageURL.map { .string($0) }
        var members: [String: JSONValue] = [
            "id": .string(application.objectID), "appId": .string(application.appID),
            "displayName": .string(application.displayName),
            "signInAudience": .string(application.signInAudience.rawValue),
            "publicClient": platform(application.redirectURIs.publicClient),
            "web": .object(web), "spa": platform(application.redirectURIs.singlePage),
            "identifierUris": .strings(application.identifierURIs),
            "api": .object(api),
            "requiredResourceAccess": .array(application.requiredResourceAccess.map(write)),
            "isEnabled": .bool(application.isEnabled),
        ]
        members.merge(further(of: application)) { own, _ in own }
        members["publisherDomain"] = application.publisherDomain.map { .string($0) }
        members["verifiedPublisher"] = application.verifiedPublisher.map { ["displayName": .string($0)] }
        members["optionalClaims"] = write(application.optionalClaims)
        members["groupMembershipClaims"] = application.groupMembershipClaims.map {
            .string($0.map(\.rawValue).sorted().joined(separator: ","))
        }
        members["appRoles"] = write(application.appRoles)
        members["isFallbackPublicClient"] = application.isFallbackPublicClient.map { .bool($0) }
        members.merge(write(application.credentials)) { _, new in new }
        members["saml"] = write(application.saml)
        members["foci"] = application.familyID.map { .string($0) }
        members["isFirstParty"] = application.isFirstParty.map { .bool($0) }
        members["isApproved"] = application.isApproved.map { .bool($0) }
        return .object(members)
    }

    package static func isGUID(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || $0 == 0x2D }
    }
}
