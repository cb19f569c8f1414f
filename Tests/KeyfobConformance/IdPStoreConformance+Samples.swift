import KeyfobCore
import KeyfobIdPModel

extension IdPStoreConformance {
    /// Rows with every member set, so that one that is not stored is noticed.
    enum Sample {
        static func hash(_ number: Int) -> [UInt8] {
            [UInt8](repeating: 0xFF, count: 24) + withUnsafeBytes(of: UInt64(number).bigEndian, Array.init)
        }

        static func user(_ number: Int) -> User {
            var user = User(
                objectID: "object-\(number)", tenantID: "tenant", userPrincipalName: "User\(number)@contoso.test",
                displayName: "User Ünïcode \(number)", givenName: "User", familyName: "\(number)",
                mail: "user\(number)@mail.test", passwordHash: "hash")
            user.createdAt = Int64(number)
            user.furtherMembers = "{\"jobTitle\":\"\(number)\"}"
            user.mustChangePassword = number.isMultiple(of: 3) ? true : nil
            // Every other user has certificates.
            if number.isMultiple(of: 2) {
                user.certificateUserIDs = ["X509:<SKI>0\(number)", "X509:<PN>User\(number)@contoso.test"]
                user.isCertificateOnly = true
            }
            return user
        }

        static func tenant(_ name: String) -> Tenant {
            var tenant = Tenant(
                id: name, displayName: "Tenant \(name)", domains: ["\(name).test", "\(name).example"],
                partialConsent: true, subjectSalt: "salt \(name)")
            tenant.administrators = ["object-1"]
            tenant.roleMembers = ["role": ["object-2"]]
            tenant.createdAt = 7
            tenant.allowsUserConsent = false
            tenant.acceptsConsentRequests = true
            tenant.federatedIssuers = [FederatedIssuer(issuer: "http://fs", certificates: [[0x30, 0xFF]])]
            return tenant
        }

        static func application(_ name: String) -> Application {
            var application = Application(
                appID: name, objectID: "object \(name)", tenantID: "t", displayName: "Application \(name)",
                signInAudience: .myOrganization,
                redirectURIs: RedirectURIs(publicClient: ["http://localhost"], web: ["https://a.test"]),
                identifierURIs: ["api://\(name)"], requestedAccessTokenVersion: nil,
                scopes: [PermissionScope(id: "1", value: "Read", displayName: "Read", description: "Reads")],
                requiredResourceAccess: [RequiredResource(resourceAppID: "x", scopeIDs: ["1"], roleIDs: ["2"])])
            application.preAuthorizedApplications = [PreAuthorizedApplication(appID: "y", permissionIDs: ["1"])]
            application.familyID = "1"
            application.isFirstParty = true
            application.optionalClaims = OptionalClaims(idToken: ["email"], accessToken: ["xms_cc"])
            application.resourcePolicy = ResourcePolicy(contexts: ["delete": "c1"], notBefore: ["u": 5])
            application.isFallbackPublicClient = false
            application.knownClientApplications = ["z"]
            application.appRoles = [AppRole(id: "2", value: "Read.All", displayName: "Read", description: "Reads")]
            application.credentials = ApplicationCredentials(
                secrets: [
                    ApplicationSecret(
                        keyID: "s", displayName: "A secret", hint: "abc", startsAt: 1, endsAt: 2, salt: [1, 0xFF],
                        digest: [3])
                ],
                certificates: [
                    ApplicationCertificate(
                        keyID: "c", displayName: nil, der: [0x30], sha1: [4], sha256: [5], startsAt: 6, endsAt: 7)
                ],
                federated: [
                    FederatedCredential(
                        id: "f", name: "build", issuer: "https://i.test", subject: "s", keys: "{\"keys\":[]}")
                ])
            var saml = SAMLSettings()
            saml.requestCertificates = [[0, 1, 0xFF]]
            saml.claims = [.init(type: "urn:mail", source: .mail)]
            application.saml = saml
            application.logoutURL = "https://a.test/out"
            return application
        }

        static func signingKey(_ name: String) -> StoredSigningKey {
            StoredSigningKey(
                keyID: name, algorithm: "RS256", privateKeyPEM: Secret("pem \(name)"), certificate: [0, 1, 0xFF],
                role: .current, createdAt: 4)
        }

        static let evidence = SignInEvidence(
            methods: ["pwd", "otp", "mfa"], multiFactorAt: 7, deviceID: "device", isBrokered: true,
            callerBundleID: "test.app", callerAssurance: "kernelEnforced", enrollmentID: "enrollment")

        static func access(_ grant: String, user: String) -> AuthorizedAccess {
            AuthorizedAccess(
                grantID: grant, clientID: "client", userID: user, tenantID: "tenant",
                scopes: ["openid", "api://files/Files.Read"], resource: "api://files", authenticatedAt: 8, epoch: 2,
                sessionID: "session", contexts: ["c1", "c2"], redirectURI: "http://localhost/a",
                evidence: evidence)
        }

        static func session(_ number: Int) -> BrowserSession {
            BrowserSession(
                idHash: hash(number),
                accounts: [.init(userID: "u", authenticatedAt: 1, epoch: 2, sessionID: "sid", evidence: evidence)],
                expiresAt: Int64(number) * 1000)
        }

        static func pending(_ number: Int) -> PendingSignIn {
            PendingSignIn(
                idHash: hash(number), browserHash: hash(50), purpose: .device, tenantSegment: "common", dialect: "v1",
                parameters: "a=b&c=%20", deviceCodeHash: hash(51), userID: "u", authenticatedAt: 3,
                wantsOtherAccount: true, correlationID: "id", expiresAt: Int64(number) * 1000,
                evidence: evidence)
        }

        static func code(_ number: Int) -> AuthorizationCodeGrant {
            AuthorizationCodeGrant(
                codeHash: hash(number), access: access("g", user: "u"), tenantSegment: "common",
                codeChallenge: "challenge", codeChallengeMethod: "S256", nonce: "nonce", claims: "{}", issuedAt: 1,
                expiresAt: Int64(number) * 1000)
        }

        static func deviceCode(_ number: Int) -> DeviceCodeGrant {
            DeviceCodeGrant(
                codeHash: hash(number), userCodeHash: hash(number + 10), clientID: "c", tenantSegment: "common",
                dialect: "v2", scopes: ["openid"], resource: "r", interval: 7, expiresAt: Int64(number) * 1000)
        }

        static func refreshToken(_ number: Int, grant: String, user: String) -> RefreshTokenGrant {
            RefreshTokenGrant(
                tokenHash: hash(number), access: access(grant, user: user), issuedAt: 5,
                lastUsedAt: Int64(number) * 1000, parentHash: hash(number + 100))
        }
    }
}
