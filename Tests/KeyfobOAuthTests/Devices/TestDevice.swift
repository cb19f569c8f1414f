import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth

/// A device with a certificate of its own authority.
struct TestDevice {
    static let tenantID = "11111111-1111-4111-8111-111111111111"
    let authority = DeviceCertificateAuthority(key: .p256(P256PrivateKey()))
    let key: DeviceKey

    init(isRSA: Bool = false, tenantID: String = TestDevice.tenantID) throws {
        let own: AsymmetricKey = isRSA ? .rsa(try RSAPrivateKey()) : .p256(P256PrivateKey())
        let certificate = try authority.issue(
            publicKey: own.publicKey, deviceID: "33333333-3333-4333-8333-333333333333",
            userID: "22222222-2222-4222-8222-222222222222", tenantID: tenantID, joinType: 4,
            serialNumber: [UInt8](1...16), now: Date(timeIntervalSince1970: 1_800_000_000))
        key = try DeviceKey(key: own, certificate: certificate)
    }
}
