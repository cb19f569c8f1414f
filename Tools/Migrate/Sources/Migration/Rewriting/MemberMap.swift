/// What the members of the older libraries' objects are in MSAL.
struct MemberMap: Sendable {
    /// A member of MSAL's object.
    struct Target: Sendable {
        /// The path, or the path of the dictionary of claims.
        let path: String
        /// Whether the value may be nil in MSAL.
        let isOptional: Bool
        /// The claim in the dictionary.
        var claim: String?
        /// Whether the older value was never nil, or its type did not say.
        var wasPresent = false

        init(_ path: String, optional: Bool, claim: String? = nil, wasPresent: Bool = false) {
            self.path = path
            isOptional = optional
            self.claim = claim
            self.wasPresent = wasPresent
        }
    }

    /// Methods without arguments that are members here.
    static let methods: Set<String> = ["userIdentifier"]

    private let targets: [String: Target]
    /// Members in front of which nothing changes: their object is the same in MSAL.
    private let transparent: Set<String>

    private init(_ targets: [String: Target], transparent: Set<String> = []) {
        self.targets = targets
        self.transparent = transparent
    }

    /// The target of the longest path at the beginning of a chain, and the number of its links.
    func target(of names: [String]) -> (target: Target, count: Int)? {
        let skipped = names.prefix { transparent.contains($0) }.count
        let rest = names.dropFirst(skipped)
        for count in [3, 2, 1] where rest.count >= count {
            if let target = targets[rest.prefix(count).joined(separator: ".")] { return (target, skipped + count) }
        }
        guard skipped > 0, let own = targets[""] else { return nil }
        return (own, skipped)
    }

    /// An `ADAuthenticationResult`, which becomes an `MSALResult`.
    static let adalResult: MemberMap = {
        var targets: [String: Target] = [
            "": Target("account", optional: false),
            "accessToken": Target("accessToken", optional: false),
            "expiresOn": Target("expiresOn", optional: true),
            "correlationId": Target("correlationId", optional: false),
            "authority": Target("authority.url.absoluteString", optional: false),
            "userInformation": Target("account", optional: false),
        ]
        for (name, target) in user(account: "account.", profile: "tenantProfile.", claims: "tenantProfile.claims") {
            targets["userInformation." + name] = target
        }
        targets["userInformation.rawIdToken"] = Target("idToken", optional: true, wasPresent: true)
        return MemberMap(targets, transparent: ["tokenCacheItem"])
    }()

    /// An `ADUserInformation` or `ADTokenCacheItem`, which becomes an `MSALAccount`.
    static let adalUser: MemberMap = {
        var targets = user(account: "", profile: "homeAccountId?.", claims: "accountClaims")
        targets["userObjectId"] = Target("homeAccountId?.objectId", optional: true)
        targets["uniqueId"] = targets["userObjectId"]
        return MemberMap(targets)
    }()

    /// An `ADTokenCacheItem`: its user's members, and nothing else.
    static let adalItem: MemberMap = {
        var targets: [String: Target] = ["userInformation": Target("self", optional: false)]
        for (name, target) in adalUser.targets { targets["userInformation." + name] = target }
        return MemberMap(targets)
    }()

    /// An `MSALResult` of MSAL before 1.0.
    static let msalResult: MemberMap = {
        var targets: [String: Target] = [
            "tenantId": Target("tenantProfile.tenantId", optional: true, wasPresent: true),
            "uniqueId": Target("tenantProfile.identifier", optional: true, wasPresent: true),
            "user": Target("account", optional: false),
            "accessToken": Target("accessToken", optional: false),
        ]
        for (name, target) in msalUserTargets {
            targets["user." + name] = Target(
                "account." + target.path, optional: target.isOptional, claim: target.claim, wasPresent: true)
            targets["account." + name] = targets["user." + name]
        }
        return MemberMap(targets)
    }()

    /// An `MSALUser` of MSAL 0.1, which becomes an `MSALAccount`.
    static let msalUser = MemberMap(msalUserTargets)

    /// An `ADAuthenticationContext`, which becomes an `MSALPublicClientApplication`.
    static let adalContext = MemberMap([
        "authority": Target("configuration.authority.url.absoluteString", optional: false)
    ])

    /// An `ADUserIdentifier`, which becomes the user's id.
    static let adalIdentifier = MemberMap(["userId": Target("self", optional: false)])

    private static let msalUserTargets: [String: Target] = [
        "displayableId": Target("username", optional: true, wasPresent: true),
        "userIdentifier": Target("identifier", optional: true, wasPresent: true),
        "homeAccountId.identifier": Target("identifier", optional: true, wasPresent: true),
        "uid": Target("homeAccountId?.objectId", optional: true, wasPresent: true),
        "utid": Target("homeAccountId?.tenantId", optional: true, wasPresent: true),
        "name": Target("accountClaims", optional: true, claim: "name", wasPresent: true),
    ]

    private static func user(account: String, profile: String, claims: String) -> [String: Target] {
        let username = Target(account + "username", optional: true)
        var targets: [String: Target] = [
            "userId": Target(account + "username", optional: true, wasPresent: true),
            "upn": username, "uniqueName": username,
            "userObjectId": Target(profile + "identifier", optional: true),
            "uniqueId": Target(profile + "identifier", optional: true),
            "tenantId": Target(profile + "tenantId", optional: true),
            "homeAccountId": Target(account + "identifier", optional: true),
            "allClaims": Target(claims, optional: true),
        ]
        let claimNames = [
            "eMail": "email", "givenName": "given_name", "familyName": "family_name", "subject": "sub",
            "identityProvider": "idp", "guestId": "altsecid",
        ]
        for (name, claim) in claimNames { targets[name] = Target(claims, optional: true, claim: claim) }
        return targets
    }
}
