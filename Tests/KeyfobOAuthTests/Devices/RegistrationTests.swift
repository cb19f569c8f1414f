import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import KeyfobOAuth
import Testing

@Suite("Messages of device registration")
struct RegistrationTests {
    @Test("the service's document survives a round trip")
    func discovery() throws {
        let origin = try #require(HTTPURL("https://drs.contoso.test"))
        let document = RegistrationDiscovery(origin: origin, tenantID: "t")
        #expect(try RegistrationDiscovery(parsing: document.json.bytes()) == document)
        #expect(document.joinEndpoint.description == "https://drs.contoso.test/EnrollmentServer/device/")
        let url = RegistrationDiscovery.url(origin: origin, domain: "contoso.test")
        #expect(url.description == "https://drs.contoso.test/contoso.test/Discover?api-version=1.9&managed=True")
        for body in [
            "{}", #"{"DeviceJoinService":{}}"#, #"{"DeviceJoinService":{"JoinEndpoint":"http://x.test/"}}"#,
            #"{"DeviceJoinService":"x"}"#,
        ] {
            #expect(throws: MessageError.self) { try RegistrationDiscovery(parsing: Array(body.utf8)) }
        }
    }

    @Test("a registration request survives a round trip, and proves the device's key", arguments: [true, false])
    func join(isRSA: Bool) throws {
        let key: AsymmetricKey = isRSA ? .rsa(try RSAPrivateKey()) : .p256(P256PrivateKey())
        let transport: AsymmetricKey = isRSA ? .rsa(try RSAPrivateKey()) : .p256(P256PrivateKey())
        let request = try DeviceJoinRequest(
            key: key, transportKey: transport.publicKey, displayName: "Ada's phone", deviceType: "iOS",
            systemVersion: "18.0", targetDomain: "contoso.test")
        let read = try DeviceJoinRequest(parsing: request.json.bytes())
        #expect(read == request && read.joinType == 4)
        let certified = try CertificateRequest(verifying: read.certificateRequest)
        #expect(certified.publicKey == key.publicKey)
        #expect(certified.commonName == "7E980AD9-B86D-4306-9425-9AC066FB014A")
        #expect(request.json["CertificateRequest"]?["Type"] == "pkcs10")
        #expect(request.json["Attributes"]?["ReturnClientSid"] == "true")
    }

    @Test("a request that lacks a member, or has one too long, is refused; damaged requests never trap")
    func refused() throws {
        let whole = try DeviceJoinRequest(
            key: .p256(P256PrivateKey()), transportKey: .p256(P256PrivateKey().publicKey), displayName: "d",
            deviceType: "iOS", systemVersion: "18", targetDomain: "contoso.test"
        ).json
        let members = try #require(whole.objectValue)
        for name in members.keys where name != "Attributes" {
            var fewer = members
            fewer[name] = nil
            #expect(throws: MessageError.self) { try DeviceJoinRequest(parsing: JSONValue.object(fewer).bytes()) }
            fewer[name] = .string(String(repeating: "x", count: 257))
            #expect(throws: MessageError.self) { try DeviceJoinRequest(parsing: JSONValue.object(fewer).bytes()) }
        }
        for bytes in mutations(of: whole.bytes(), count: 300, seed: 9) { _ = try? DeviceJoinRequest(parsing: bytes) }
    }

    @Test("a response survives a round trip")
    func joined() throws {
        let answer = DeviceJoinResponse(certificate: [1, 2, 3], userPrincipalName: "ada@contoso.test")
        #expect(try DeviceJoinResponse(parsing: answer.json.bytes()) == answer)
        #expect(answer.json["Certificate"]?["Thumbprint"] == "7037807198C22A7D2B0807371D763779A84FDFCF")
        for body in ["{}", #"{"Certificate":{"RawBody":"-"}}"#] {
            #expect(throws: MessageError.self) { try DeviceJoinResponse(parsing: Array(body.utf8)) }
        }
    }
}
