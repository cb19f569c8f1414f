import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import KeyfobOAuth
import Testing

@Suite("Device challenges (PKeyAuth)")
struct PKeyAuthTests {
    private let submit: HTTPURL
    private let challenge: PKeyAuthChallenge

    init() throws {
        submit = try #require(HTTPURL("https://login.contoso.test/common/DeviceAuthPKeyAuth?x=1"))
        challenge = PKeyAuthChallenge(
            context: "a context", nonce: "a,nonce=", submitURL: submit, tenantID: TestDevice.tenantID)
    }

    @Test("a challenge survives both of its forms")
    func roundTrip() throws {
        #expect(challenge.url.hasPrefix("urn:http-auth:PKeyAuth?CertAuthorities=OU%3D82dbaca4"))
        #expect(try PKeyAuthChallenge(url: challenge.url) == challenge)
        var fields = HTTPFields()
        fields.append("WWW-Authenticate", challenge.fieldValue)
        #expect(try PKeyAuthChallenge.find(in: fields) == challenge)
        #expect(try PKeyAuthChallenge.find(in: ["WWW-Authenticate": "Bearer realm=\"x\""]) == nil)
    }

    @Test(
        "the challenges sent to the specification's and Apple's clients are parsed",
        arguments: [
            "urn:http-auth:PKeyAuth?CertAuthorities=OU%3d82dbaca4-3e81-46ca-9c73-0950c1eaca97%2cCN%3dMS-Organization-Access"
                + "%2cDC%3dwindows%2cDC%3dnet&Version=1.0&Context=c&nonce=n&SubmitUrl=https%3a%2f%2fl.test%2fa&TenantId=t",
            "URN:HTTP-AUTH:pkeyauth?Nonce=n&context=c&version=1.0&SubmitUrl=https://l.test/a",
        ])
    func reading(url: String) throws {
        let read = try PKeyAuthChallenge(url: url)
        #expect(read.nonce == "n" && read.context == "c" && read.submitURL?.description == "https://l.test/a")
        #expect(read.supportedAlgorithms == nil)
    }

    @Test(
        "incomplete or duplicate challenges, or ones with another URL for the answer, are refused",
        arguments: [
            "urn:http-auth:PKeyAuth?Context=c&SubmitUrl=https://l.test/a", "urn:http-auth:PKeyAuth?",
            "urn:http-auth:PKeyAuth?nonce=n&SubmitUrl=https://l.test/a", "urn:http-auth:PKeyAuth?nonce=n&Context=c",
            "urn:http-auth:PKeyAuth?nonce=n&Nonce=m&Context=c&SubmitUrl=https://l.test/a",
            "urn:http-auth:PKeyAuth?nonce=n&Context=c&SubmitUrl=http://l.test/a",
            "urn:http-auth:PKeyAuth?nonce=n&Context=c&SubmitUrl=x",
            "urn:http-auth:PKeyAuth?nonce=n&Context=c&Version=2.0&SubmitUrl=https://l.test/a",
            "urn:http-auth:PKeyAuth?nonce=%zz&Context=c&SubmitUrl=https://l.test/a", "https://l.test/a",
        ])
    func refused(url: String) {
        #expect(throws: MessageError.self) { try PKeyAuthChallenge(url: url) }
    }

    @Test("the answer is signed by the device for the URL and the nonce", arguments: [true, false])
    func answer(isRSA: Bool) throws {
        let device = try TestDevice(isRSA: isRSA)
        let field = try challenge.answer(with: device.key, requestURL: submit, now: 1_800_000_000).reveal()
        #expect(field.hasPrefix("PKeyAuth AuthToken=\"") && field.hasSuffix("Context=\"a context\", Version=\"1.0\""))
        let answer = try #require(try PKeyAuthResponse.parse(field))
        let message = try #require(answer.message)
        try message.verify(with: device.key.certificate.publicKey)
        #expect(message.certificate.isIssued(by: device.authority.publicKey))
        #expect(answer.context == "a context" && answer.nonce == "a,nonce=" && answer.issuedAt == 1_800_000_000)
        #expect(answer.audience == "https://login.contoso.test/common/DeviceAuthPKeyAuth")
        #expect(message.claims["iat"] == "1800000000", "a string, as in the specification")
        #expect(throws: JOSEError.self) { try message.verify(with: .p256(P256PrivateKey().publicKey)) }
    }

    @Test("a device that the challenge does not accept answers that it has no such key, and signs nothing")
    func notAsked() throws {
        let device = try TestDevice(isRSA: false)
        var others = [PKeyAuthChallenge](repeating: challenge, count: 4)
        others[0].supportedAlgorithms = [.rs256]
        others[1].supportedAlgorithms = nil
        others[2].certificateAuthorities = "OU=11111111-3e81-46ca-9c73-0950c1eaca97,CN=x"
        others[3].tenantID = "44444444-4444-4444-8444-444444444444"
        for other in others {
            let field = try other.answer(with: device.key, requestURL: submit, now: 1).reveal()
            #expect(field == "PKeyAuth  Context=\"a context\", Version=\"1.0\"")
            #expect(try PKeyAuthResponse.parse(field)?.message == nil)
        }
        let none = try challenge.answer(with: nil, requestURL: submit, now: 1).reveal()
        #expect(none == "PKeyAuth  Context=\"a context\", Version=\"1.0\"")
        var several = challenge
        several.certificateAuthorities = "OU=x;OU=82DBACA4-3E81-46CA-9C73-0950C1EACA97, CN=MS-Organization-Access"
        #expect(several.accepts(device.key))
        several.certificateThumbprint = Hex.encode(Digest.sha1(device.key.certificate.der)).uppercased()
        #expect(several.accepts(device.key))
        several.certificateThumbprint = "00"
        #expect(!several.accepts(device.key))
    }

    @Test("damaged answers are refused or not valid, and never trap")
    func damaged() throws {
        let device = try TestDevice(isRSA: false)
        let field = try challenge.answer(with: device.key, requestURL: submit, now: 1).reveal()
        for bytes in mutations(of: Array(field.utf8), count: 300, seed: 5) {
            let text = String(decoding: bytes, as: UTF8.self)
            guard let answer = try? PKeyAuthResponse.parse(text), let message = answer.message,
                (try? message.verify(with: device.key.certificate.publicKey)) != nil
            else { continue }
            #expect(answer.nonce == "a,nonce=")
        }
        for bytes in mutations(of: Array(challenge.url.utf8), count: 300, seed: 6) {
            _ = try? PKeyAuthChallenge(url: String(decoding: bytes, as: UTF8.self))
        }
        #expect(try PKeyAuthResponse.parse("Bearer x") == nil)
        #expect(throws: JOSEError.self) { try PKeyAuthResponse.parse("PKeyAuth Version=\"1.0\"") }
        #expect(throws: JOSEError.self) { try PKeyAuthResponse.parse("PKeyAuth Context=\"c\", AuthToken=\"x\"") }
    }
}
