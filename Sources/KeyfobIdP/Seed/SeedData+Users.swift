import KeyfobCore
import KeyfobIdPModel

extension SeedData {
    /// The users of all tenants, with the password of the demonstration users.
    static func users(passwordHash: String) -> [User] {
        func user(_ id: String, _ tenant: String, _ name: String, _ given: String, _ family: String) -> User {
            User(
                objectID: id, tenantID: tenant, userPrincipalName: name, displayName: "\(given) \(family)",
                givenName: given, familyName: family, mail: name, passwordHash: passwordHash, isDemonstration: true)
        }
        func guest(_ id: String, _ tenant: String, domain: String, of home: User) -> User {
            let name = home.userPrincipalName.replacing("@", with: "_")
            return User(
                objectID: id, tenantID: tenant, userPrincipalName: "\(name)#EXT#@\(domain)",
                displayName: home.displayName, givenName: home.givenName, familyName: home.familyName, mail: home.mail,
                homeUserID: home.objectID, homeTenantID: home.tenantID, isDemonstration: true)
        }
        let personal = Authority.personalAccountsTenant
        let ada = user(adaID, tenantID, "ada@contoso.test", "Ada", "Lovelace")
        let wang = user("22222222-0000-4000-8000-000000000006", wingtipID, "wang@wingtip.test", "Wang", "Zhenyi")
        return [
            ada, user(graceID, tenantID, "grace@contoso.test", "Grace", "Hopper"),
            user("22222222-0000-4000-8000-000000000005", fabrikamID, "alan@fabrikam.test", "Alan", "Turing"),
            guest(adaAtFabrikamID, fabrikamID, domain: "fabrikam.test", of: ada),
            // A personal account's object id is its CID, padded with zeros.
            user("00000000-0000-0000-a1b2-c3d4e5f60001", personal, "katherine@outlook.com", "Katherine", "Johnson"),
            user("00000000-0000-0000-a1b2-c3d4e5f60002", personal, "dorothy@hotmail.com", "Dorothy", "Vaughan"),
            user("00000000-0000-0000-a1b2-c3d4e5f60003", personal, "mary@live.com", "Mary", "Jackson"),
            wang, guest("22222222-0000-4000-8000-0000000000e6", tailspinID, domain: "tailspin.test", of: wang),
            user("22222222-0000-4000-8000-000000000007", b2cID, "emmy@shop.test", "Emmy", "Noether"),
            user("22222222-0000-4000-8000-000000000008", externalID, "sofia@club.test", "Sofia", "Kovalevskaya"),
            user("22222222-0000-4000-8000-000000000009", adatumID, "marie@adatum.test", "Marie", "Curie"),
            user("22222222-0000-4000-8000-00000000000a", prosewareID, "lise@proseware.test", "Lise", "Meitner"),
        ]
    }

    /// Ada's object id as Fabrikam's guest.
    package static let adaAtFabrikamID = "22222222-0000-4000-8000-0000000000e1"
}
