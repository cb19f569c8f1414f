import Foundation
import KeyfobCore

/// Assertions of Contoso Web that another library signed (`Tests/Vectors/client-assertions.json`).
struct ClientAssertionVector {
    /// The time at which they are valid.
    let now: Int64
    /// The provider's origin in their audience.
    let origin: String
    /// The certificate: the base64 of its DER.
    let certificate: String
    /// An assertion that names the certificate by `x5t#S256`.
    let ps256: String
    /// An assertion that names the certificate by `x5t`.
    let rs256: String
    /// The first one with a salt that is not as long as the hash.
    let wrongSalt: String

    init() throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Vectors/client-assertions.json")
        let json = try JSONValue(parsing: Array(Data(contentsOf: path)))
        func text(_ name: String) -> String { json[name]?.stringValue ?? "" }
        now = json["now"]?.integerValue ?? 0
        origin = text("origin")
        certificate = text("certificate")
        ps256 = text("ps256")
        rs256 = text("rs256")
        wrongSalt = text("wrongSalt")
    }
}
