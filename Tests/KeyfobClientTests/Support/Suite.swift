import KeyfobCore

/// The seeded provider's content: the suite of three apps, another vendor's app, an API and two users.
enum Contoso {
    static let tenantID = "11111111-1111-4111-8111-111111111111"
    static let suite = "aaaaaaaa-0000-4000-8000-000000000001"
    static let fabrikam = "aaaaaaaa-0000-4000-8000-000000000002"
    static let host = "localhost:8443"
    static let ada = "ada@contoso.test"
    static let grace = "grace@contoso.test"
    static let password = "Keyfob-demo-1"
    static let read: ScopeSet = ["api://files/Files.Read"]
    static let readWrite: ScopeSet = ["api://files/Files.ReadWrite"]
    static let both: ScopeSet = ["api://files/Files.Read", "api://files/Files.ReadWrite"]

    static func authority(_ tenant: String = tenantID) -> Authority { Authority(environment: host, tenant: tenant) }
}
