import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobJOSE

extension GraphSession {
    /// A registration of the tenant.
    func entity(_ application: Application) -> GraphEntity { tenant.entity(application) }

    /// The object of an application in the tenant.
    func principalEntity(_ application: Application) -> GraphEntity {
        tenant.principalEntity(application, editor.settings(of: application))
    }

    /// A secret without its text.
    static func json(_ secret: ApplicationSecret) -> JSONValue {
        [
            "customKeyIdentifier": nil, "displayName": secret.displayName.map { .string($0) } ?? .null,
            "endDateTime": .string(GraphTime.text(secret.endsAt)), "hint": .string(secret.hint),
            "keyId": .string(secret.keyID), "secretText": nil,
            "startDateTime": .string(GraphTime.text(secret.startsAt)),
        ]
    }

    /// A certificate without its bytes.
    static func json(_ certificate: ApplicationCertificate) -> JSONValue {
        [
            "customKeyIdentifier": .string(Base64.encode(certificate.sha1)),
            "displayName": certificate.displayName.map { .string($0) } ?? .null,
            "endDateTime": .string(GraphTime.text(certificate.endsAt)), "key": nil,
            "keyId": .string(certificate.keyID), "startDateTime": .string(GraphTime.text(certificate.startsAt)),
            "type": "AsymmetricX509Cert", "usage": "Verify",
        ]
    }
}

extension Tenant {
    /// Members of a registration that Microsoft Graph does not have.
    private static let own: Set<String> = [
        "foci", "isFirstParty", "isApproved", "saml", "isEnabled", "federatedIdentityCredentials",
    ]
    private static let noInfo: JSONValue = [
        "logoUrl": nil, "marketingUrl": nil, "privacyStatementUrl": nil, "supportUrl": nil, "termsOfServiceUrl": nil,
    ]
    private static let noPublisher: JSONValue = [
        "displayName": nil, "verifiedPublisherId": nil, "addedDateTime": nil,
    ]

    /// A registration of the tenant.
    func entity(_ application: Application) -> GraphEntity {
        var members = (ApplicationJSON.write(application).objectValue ?? [:]).filter { !Self.own.contains($0.key) }
        if !application.isEnabled { members["isDisabled"] = true }
        members["api"] = Self.merged(
            [
                "acceptMappedClaims": nil, "knownClientApplications": [], "requestedAccessTokenVersion": nil,
                "oauth2PermissionScopes": [], "preAuthorizedApplications": [],
            ], members["api"], ["oauth2PermissionScopes": .array(application.scopes.map(Self.json))])
        members["web"] = Self.merged(
            [
                "homePageUrl": nil, "logoutUrl": nil, "redirectUris": [],
                "implicitGrantSettings": ["enableAccessTokenIssuance": false, "enableIdTokenIssuance": false],
                "redirectUriSettings": .array(
                    application.redirectURIs.web.map { ["uri": .string($0), "index": nil] }),
            ], members["web"])
        members["info"] = Self.merged(Self.noInfo, members["info"])
        members["verifiedPublisher"] = Self.merged(Self.noPublisher, members["verifiedPublisher"])
        members["parentalControlSettings"] =
            members["parentalControlSettings"] ?? ["countriesBlockedForMinors": [], "legalAgeGroupRule": "Allow"]
        members["publisherDomain"] = members["publisherDomain"] ?? domains.first.map { .string($0) } ?? .null
        if let claims = members["optionalClaims"] { members["optionalClaims"] = Self.optionalClaims(claims) }
        members["passwordCredentials"] = .array(
            (application.credentials?.secrets ?? []).filter { $0.isOfPrincipal != true }.map(GraphSession.json))
        members["keyCredentials"] = .array(
            (application.credentials?.certificates ?? []).filter { $0.isOfPrincipal != true }.map(GraphSession.json))
        return GraphEntity(.application, id: application.objectID, members)
    }

    /// The object of an application in the tenant.
    func principalEntity(_ application: Application, _ settings: ServicePrincipalSettings) -> GraphEntity {
        let registration = entity(application).members
        var members = settings.furtherMembers.flatMap { try? JSONValue(parsing: $0).objectValue } ?? [:]
        let isOwn = application.tenantID == id
        members["appId"] = .string(application.appID)
        members["displayName"] = .string(application.displayName)
        members["appDisplayName"] = .string(application.displayName)
        members["appDescription"] = registration["description"]
        members["appOwnerOrganizationId"] = .string(
            application.isFirstParty == true ? Self.vendorTenant : application.tenantID)
        members["accountEnabled"] = .bool(settings.isEnabled)
        members["appRoleAssignmentRequired"] = .bool(settings.requiresAssignment)
        members["createdDateTime"] = (settings.createdAt ?? application.createdAt).map { .string(GraphTime.text($0)) }
        members["servicePrincipalType"] = "Application"
        members["servicePrincipalNames"] = .strings([application.appID] + application.identifierURIs)
        members["signInAudience"] = registration["signInAudience"]
        members["replyUrls"] = .strings(application.redirectURIs.all)
        members["appRoles"] = registration["appRoles"]
        members["oauth2PermissionScopes"] = registration["api"]?["oauth2PermissionScopes"]
        members["verifiedPublisher"] = registration["verifiedPublisher"]
        members["info"] = members["info"] ?? registration["info"]
        members["homepage"] = members["homepage"] ?? registration["web"]?["homePageUrl"]
        members["logoutUrl"] = members["logoutUrl"] ?? registration["web"]?["logoutUrl"]
        let credentials = isOwn ? application.credentials : nil
        members["passwordCredentials"] = .array(
            (credentials?.secrets ?? []).filter { $0.isOfPrincipal == true }.map(GraphSession.json))
        members["keyCredentials"] = .array(
            (credentials?.certificates ?? []).filter { $0.isOfPrincipal == true }.map(GraphSession.json))
        return GraphEntity(
            .servicePrincipal, id: ServicePrincipal.objectID(of: application, in: id), members)
    }

    /// The tenant in which the platform's vendor registers its own applications.
    private static let vendorTenant = "f8cdef31-a31e-4b4a-93e4-5f571e91255a"

    /// A permission, with the texts of both consent pages.
    private static func json(_ scope: PermissionScope) -> JSONValue {
        [
            "id": .string(scope.id), "value": .string(scope.value),
            "type": scope.requiresAdministrator ? "Admin" : "User", "isEnabled": .bool(scope.isEnabled),
            "userConsentDisplayName": .string(scope.displayName),
            "userConsentDescription": .string(scope.description),
            "adminConsentDisplayName": .string(scope.administratorName ?? scope.displayName),
            "adminConsentDescription": .string(scope.administratorDescription ?? scope.description),
        ]
    }

    private static func merged(_ base: JSONValue, _ values: JSONValue?...) -> JSONValue {
        .object(
            values.reduce(base.objectValue ?? [:]) { all, value in
                all.merging(value?.objectValue ?? [:]) { _, new in new }
            })
    }

    private static func optionalClaims(_ value: JSONValue) -> JSONValue {
        let empty: JSONValue = ["additionalProperties": [], "essential": false, "source": nil]
        let lists = ["idToken", "accessToken", "saml2Token"].map { name -> (String, JSONValue) in
            (name, .array((value[name]?.arrayValue ?? []).map { merged(empty, $0) }))
        }
        return .object(Dictionary(lists) { first, _ in first })
    }
}
