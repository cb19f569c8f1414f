import KeyfobCore
import KeyfobCrypto
import Testing

@Suite("P-256 keys")
struct P256KeyTests {
    private let message = Array("a message".utf8)

    /// Encodes r and s as DER, the form of openssl.
    private func der(_ raw: [UInt8]) -> [UInt8] {
        func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            let stripped = Array(bytes.drop { $0 == 0 })
            let positive = (stripped.first ?? 0) >= 0x80 || stripped.isEmpty ? [0] + stripped : stripped
            return [0x02, UInt8(positive.count)] + positive
        }
        let body = integer(raw.prefix(32)) + integer(raw.suffix(32))
        return [0x30, UInt8(body.count)] + body
    }

    private func raw(_ der: [UInt8]) throws -> [UInt8] {
        func padded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            let stripped = Array(bytes.drop { $0 == 0 })
            return [UInt8](repeating: 0, count: 32 - stripped.count) + stripped
        }
        let first = 4..<(4 + Int(der[3]))
        let second = (first.upperBound + 2)..<(first.upperBound + 2 + Int(der[first.upperBound + 1]))
        try #require(second.upperBound == der.count)
        return padded(der[first]) + padded(der[second])
    }

    @Test("openssl verifies our signatures, and refuses them for another message")
    func ourSignatures() throws {
        let openssl = try OpenSSL()
        let key = P256PrivateKey()
        try openssl.write(key.publicKey.pem, "public.pem")
        try openssl.write(message, "message")
        try openssl.write(message + [0], "other")
        try openssl.write(der(try key.sign(message)), "signature")
        let good = try openssl.run("dgst", "-sha256", "-verify", "public.pem", "-signature", "signature", "message")
        #expect(good.status == 0 && good.output.contains("Verified OK"))
        #expect(
            try openssl.run("dgst", "-sha256", "-verify", "public.pem", "-signature", "signature", "other").status != 0)
    }

    @Test("we parse openssl's keys, PKCS #8 and SEC 1, and verify openssl's signatures", arguments: [false, true])
    func theirSignatures(sec1: Bool) throws {
        let openssl = try OpenSSL()
        #expect(
            try openssl.run("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "key.pem")
                .status == 0)
        if sec1 { #expect(try openssl.run("ec", "-in", "key.pem", "-out", "key.pem").status == 0) }
        let key = try P256PrivateKey(pem: try openssl.text("key.pem"))
        try openssl.write(message, "message")
        #expect(try openssl.run("dgst", "-sha256", "-sign", "key.pem", "-out", "signature", "message").status == 0)
        let signature = try raw(try openssl.bytes("signature"))
        #expect(key.publicKey.verifies(signature, of: message))
        #expect(!key.publicKey.verifies(signature, of: message + [0]))
    }

    @Test("signatures in other forms, with zero numbers or by other keys are refused")
    func refusals() throws {
        let key = P256PrivateKey()
        let signature = try key.sign(message)
        #expect(signature.count == 64 && key.publicKey.verifies(signature, of: message))
        let zero = [UInt8](repeating: 0, count: 64)
        for bad in [
            [], Array(signature.dropLast()), signature + [0], der(signature), zero,
            Array(signature.prefix(32)) + zero.prefix(32), zero.prefix(32) + Array(signature.suffix(32)),
            [UInt8](repeating: 0xFF, count: 64),
        ] {
            #expect(!key.publicKey.verifies(bad, of: message))
        }
        #expect(!P256PrivateKey().publicKey.verifies(signature, of: message))
    }

    @Test("a key survives writing and parsing, private and public")
    func roundTrip() throws {
        let key = P256PrivateKey()
        #expect(try P256PrivateKey(pem: key.pem).publicKey == key.publicKey)
        #expect(try P256PublicKey(x: key.publicKey.x, y: key.publicKey.y) == key.publicKey)
        #expect("\(key)" == "P-256 private key")
    }

    @Test("points off the curve or of other lengths, and other keys, are refused")
    func malformed() throws {
        let point = P256PrivateKey().publicKey
        let zero = [UInt8](repeating: 0, count: 32)
        for (x, y) in [
            (zero, zero), (point.x, point.x), (point.x, zero), (Array(point.x.dropFirst()), point.y),
            ([0] + point.x, point.y), ([], []),
        ] {
            #expect(throws: CryptoError.self) { try P256PublicKey(x: x, y: y) }
        }
        let openssl = try OpenSSL()
        _ = try openssl.run("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384", "-out", "p384.pem")
        let other = try openssl.text("p384.pem")
        for pem in ["", "x", other, try RSAPrivateKey().pem] {
            #expect(throws: CryptoError.self) { try P256PrivateKey(pem: pem) }
        }
    }
}
