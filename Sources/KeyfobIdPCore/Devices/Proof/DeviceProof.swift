import Foundation
import KeyfobCrypto
import KeyfobOAuth

/// Whether a message was signed by a registered device, and by which.
enum DeviceProof {
    /// The device that signed a message.
    ///
    /// - Throws: ``OAuthError`` 50155 if the certificate is not of this provider's authority, out of date or not the
    ///   device's present one, if the device is not registered any more, or the signature is not its; 135011 if it is
    ///   disabled.
    static func device(
        of message: DeviceSignedMessage, user: String = "the user", _ context: RequestContext,
        _ transaction: any IdPTransaction
    ) throws -> RegisteredDevice {
        let certificate = message.certificate
        func refusal(_ detail: String) -> OAuthError {
            OAuthError(
                50155, ["user": user, "device": certificate.deviceID.isGUID ? certificate.deviceID : ""],
                suberror: failed, detail: detail)
        }
        let authority = try context.deviceAuthority().certificates.publicKey
        guard certificate.isIssued(by: authority) else { throw refusal("the certificate is not of this provider's") }
        guard certificate.isValid(at: Date(timeIntervalSince1970: TimeInterval(context.now))) else {
            throw refusal("the certificate's time is not now")
        }
        let device = try known(certificate.deviceID, user: user, transaction)
        guard device.certificate == certificate.der else { throw refusal("the device has another certificate by now") }
        guard (try? message.verify(with: certificate.publicKey)) != nil else {
            throw refusal("the message is not signed with the device's key")
        }
        return try enabled(device)
    }

    /// A device that is registered and enabled.
    ///
    /// - Throws: ``OAuthError`` 50155 or 135011 otherwise.
    static func registered(
        _ id: String, user: String = "the user", _ transaction: any IdPTransaction
    ) throws -> RegisteredDevice {
        try enabled(known(id, user: user, transaction))
    }

    private static func known(
        _ id: String, user: String, _ transaction: any IdPTransaction
    ) throws -> RegisteredDevice {
        guard let device = try transaction.device(id: id) else {
            throw OAuthError(
                50155, ["user": user, "device": id], suberror: failed, detail: "the device is not registered")
        }
        return device
    }

    private static func enabled(_ device: RegisteredDevice) throws(OAuthError) -> RegisteredDevice {
        guard device.isEnabled else { throw DisabledDevice.error(device.id) }
        return device
    }

    private static let failed = "device_authentication_failed"
}

extension String {
    /// Five groups of hexadecimal digits: what may stand in the log as it came.
    fileprivate var isGUID: Bool {
        split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count) == [8, 4, 4, 4, 12]
            && utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x46).contains($0) || (0x61...0x66).contains($0) || $0 == 0x2D
            }
    }
}
