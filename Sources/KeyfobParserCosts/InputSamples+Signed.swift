import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobSAML

/// Signed and encrypted messages, and certificates. None is genuine: an unauthenticated client has none of the keys.
extension InputSamples {
    static let signed: [InputSample] = [
        InputSample(name: "assertion in base64", start: 1000, limit: limits.assertion.bytes) { size in
            let text = Base64.encode(Array("<a>".utf8) + [UInt8](repeating: 0x61, count: size))
            return { _ = try? XMLReading.read(base64: text, limits: raisedLimits.assertion) }
        },
        InputSample(name: "compressed message", start: 1000, limit: limits.samlRequest.bytes) { size in
            let bytes = compressed(letters: size)
            return { _ = Inflation.inflated(bytes, atMost: size) }
        },
        InputSample(name: "JWS: message", start: 1000, limit: limits.formBytes / 4 * 3) { size in
            let text = compact(#"{"alg":"ES256"}"#, String(repeating: "a", count: size))
            return { _ = try? JWS(compact: text) }
        },
        InputSample(name: "JWS: header", start: 200, limit: limits.formBytes / 20) { size in
            let members = #"{"alg":"ES256","# + text(size, ",") { "\"m\($0)\":\($0)" } + "}"
            let text = compact(members, "{}")
            return { _ = try? JWS(compact: text) }
        },
        InputSample(name: "JWS: parts", start: 1000, limit: limits.formBytes) { size in
            let text = String(repeating: ".", count: size)
            return { _ = try? JWS(compact: text) }
        },
        InputSample(name: "JWS: certificates", start: 100, limit: limits.formBytes / 16) { size in
            let members = #"{"alg":"ES256","x5c":["# + text(size, ",") { _ in "\"AAAA\"" } + "]}"
            let text = compact(members, "{}")
            return { _ = try? DeviceSignedMessage(compact: text) }
        },
        InputSample(name: "message under a session key", start: 1000, limit: limits.formBytes / 4 * 3) { size in
            let text = compact(
                #"{"alg":"HS256","ctx":"AAAA","kdf_ver":2}"#,
                #"{"refresh_token":""# + String(repeating: "a", count: size) + "\"}")
            return { _ = try? SessionSignedMessage(compact: text) }
        },
        InputSample(name: "JWE", start: 1000, limit: limits.formBytes / 4 * 3) { size in
            let header = Base64URL.encode(Array(#"{"alg":"dir","enc":"A256GCM"}"#.utf8))
            let content = Base64URL.encode([UInt8](repeating: 0x61, count: size))
            let text = "\(header)..AAAAAAAAAAAAAAAA.\(content).AAAAAAAAAAAAAAAAAAAAAA"
            return { _ = try? JWE(compact: text) }
        },
        InputSample(name: "certificate of a device", start: 100, limit: limits.formBytes / 6) { size in
            let der = sequence(size)
            return { _ = try? DeviceCertificate(der: der) }
        },
        InputSample(name: "certificate request", start: 100, limit: limits.formBytes / 6) { size in
            let der = sequence(size)
            return { _ = try? CertificateRequest(verifying: der) }
        },
        InputSample(name: "certificate of an issuer", start: 100, limit: limits.formBytes / 6) { size in
            let der = sequence(size)
            return { _ = try? RSAPublicKey(certificate: der) }
        },
    ]

    /// Letters as one block of DEFLATE with the fixed codes (RFC 1951 section 3.2.6), without a single repetition.
    private static func compressed(letters count: Int) -> [UInt8] {
        let letter: [UInt8] = [1, 0, 0, 1, 0, 0, 0, 1]
        let bits = [1, 1, 0] + (0..<count).flatMap { _ in letter } + [UInt8](repeating: 0, count: 7)
        return stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | $1.element << UInt8($1.offset) }
        }
    }

    private static func compact(_ header: String, _ payload: String) -> String {
        "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(Array(payload.utf8))).AAAA"
    }

    /// DER: a sequence of so many sequences of one integer each.
    private static func sequence(_ count: Int) -> [UInt8] {
        let inner = (0..<count).flatMap { _ in [0x30, 0x03, 0x02, 0x01, 0x05] as [UInt8] }
        let length = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: inner.count >> $0) }
        return [0x30, 0x84] + length + inner
    }
}
