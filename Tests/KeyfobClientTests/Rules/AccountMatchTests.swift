import KeyfobCore
import Testing

@testable import KeyfobClient

@Suite("Matching the returned account with the requested one")
struct AccountMatchTests {
    private let oid = "9f4880d8-80ba-4c40-97bc-f7a23c703084"
    private let tenant = "11111111-1111-4111-8111-111111111111"

    @Test("Identifiers are compared case-insensitively")
    func letterCase() {
        #expect(AccountMatch.isSame("\(oid).\(tenant)", "\(oid.uppercased()).\(tenant)"))
    }

    @Test("Another user, and the same user of another tenant, are other accounts")
    func others() {
        #expect(!AccountMatch.isSame("\(oid).\(tenant)", "\(oid).22222222-2222-4222-8222-222222222222"))
        #expect(!AccountMatch.isSame("\(oid).\(tenant)", "0\(oid.dropFirst()).\(tenant)"))
    }

    @Test("B2C: policies of one user match, of two users do not")
    func policies() {
        #expect(AccountMatch.isSame("\(oid)-b2c_1_signin.\(tenant)", "\(oid)-B2C_1_edit.\(tenant)"))
        #expect(!AccountMatch.isSame("\(oid)-b2c_1_signin.\(tenant)", "0\(oid.dropFirst())-b2c_1_signin.\(tenant)"))
        #expect(!AccountMatch.isSame("\(oid)-b2c_1_signin.\(tenant)", "\(oid).\(tenant)"))
    }

    @Test(
        "Identifiers of any form are compared as text",
        arguments: ["", ".", "-", "a-b.c", "ü-ß.x", String(repeating: "é", count: 40) + "-x.y", "........-...."])
    func anyForm(_ identifier: String) {
        #expect(AccountMatch.isSame(identifier, identifier))
        #expect(!AccountMatch.isSame(identifier, identifier + "x"))
    }

    @Test("A name that another tenant's token contains is not a known account's")
    func names() throws {
        try AccountMatch.checkTenant(requested: "\(oid).\(tenant)", returned: "another.\(tenant.uppercased())")
        #expect(throws: AuthError.self) {
            try AccountMatch.checkTenant(
                requested: "\(oid).\(tenant)", returned: "\(oid).22222222-2222-4222-8222-222222222222")
        }
    }

    @Test("A mismatch is an error with its own code, which names no user")
    func error() {
        let error = #expect(throws: AuthError.self) {
            try AccountMatch.check(requested: "\(oid).\(tenant)", returned: "someone.\(tenant)")
        }
        #expect(error?.code == .accountMismatch)
        #expect(error?.description.contains(oid) == false)
    }
}
