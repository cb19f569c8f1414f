import KeyfobCore
import KeyfobCrypto
package import KeyfobIdPModel

/// The object of an application in a tenant, which app-only tokens name in `oid` and `sub`.
package enum ServicePrincipal {
    /// Its object id: the same for every node, since it follows from the two ids.
    package static func objectID(of application: Application, in tenantID: String) -> String {
        let digest = Digest.sha256(Array("service principal|\(tenantID)|\(application.appID)".utf8))
        var bytes = Array(digest.prefix(16))
        // Version 8 and the variant of RFC 9562 section 5.8.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let text = Array(Hex.encode(bytes))
        let groups = [text[0..<8], text[8..<12], text[12..<16], text[16..<20], text[20..<32]]
        return groups.map { String($0) }.joined(separator: "-")
    }
}
