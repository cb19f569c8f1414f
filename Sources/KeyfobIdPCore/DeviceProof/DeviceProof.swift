import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth

/// A message that is signed with the key of a certificate of this provider: all checks that do not need the store, so
/// that it does not wait for them.
struct DeviceSignature: Sendable {
    let certificate: DeviceCertificate

    /// Checks the certificate and the signature.
    ///
    /// - Throws: ``OAuthError`` 50155 if the certificate is not of this provider's authority or not valid now, or the
    ///   message is not signed with its key.
    init(_ message: DeviceSignedMessage, _ context: RequestContext) throws {
        let certificate = message.certificate
        let authority = try context.deviceAuthority().certificates.publicKey
        guard certificate.isIssued(by: authority) else {
            throw DeviceProof.refusal(certificate, "the certificate is not of this provider's")
        }
        guard certificate.isValid(at: Date(timeIntervalSince1970: TimeInterval(context.now))) else {
            throw DeviceProof.refusal(certificate, "the certificate is expired or not valid yet")
        }
        guard (try? message.verify(with: certificate.publicKey)) != nil else {
            throw DeviceProof.refusal(certificate, "the message is not signed with the device's key")
        }
        self.certificate = certificate
    }
}

/// Finds the registered device of a signature.
enum DeviceProof {
    /// The device that made a signature.
    ///
    /// - Throws: ``OAuthError`` 50155 if the certificate is not the device's present one, or the device is no longer
    ///   registered; 135011 if it is disabled.
    static func device(
        of signature: DeviceSignature, _ transaction: any IdPTransaction
    ) throws -> RegisteredDevice {
        let certificate = signature.certificate
        let device = try known(certificate.deviceID, user: "the user", transaction)
        guard device.certificate == certificate.der else {
            throw refusal(certificate, "the device has a newer certificate")
        }
        return try enabled(device)
    }

    fileprivate static func refusal(_ certificate: DeviceCertificate, _ detail: String) -> OAuthError {
        OAuthError(
            50155, ["user": "the user", "device": certificate.deviceID.isGUID ? certificate.deviceID : ""],
            suberror: failed, detail: detail)
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
    /// Whether the text is five groups of hexadecimal digits, which may be logged as received.
    fileprivate var isGUID: Bool {
        split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count) == [8, 4, 4, 4, 12]
            && utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x46).contains($0) || (0x61...0x66).contains($0) || $0 == 0x2D
            }
    }
}

/// Refuses devices that the organization has disabled. If they were only ignored, a policy that requires a device would
/// lead the user to register it again.
enum DisabledDevice {
    private static let number = 135011

    static func error(_ id: String) -> OAuthError { OAuthError(number, ["device": id]) }

    /// The device that an error refuses as disabled; nil for any other error.
    static func named(by error: OAuthError) -> String? { error.number == number ? error.values["device"] : nil }

    /// The error if one of the devices is disabled; nil if none is.
    static func refusal(of ids: [String?], in transaction: any IdPTransaction) throws -> OAuthError? {
        for id in ids.compactMap(\.self) where try transaction.device(id: id)?.isEnabled == false {
            return error(id)
        }
        return nil
    }
}
