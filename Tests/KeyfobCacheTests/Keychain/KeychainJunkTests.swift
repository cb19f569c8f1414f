import KeyfobCache
import KeyfobCore
import Testing

@Suite("Malformed keychain items")
struct KeychainJunkTests {
    private static let values = [
        #"{"credential_type":"AccessToken","secret":"at","home_account_id":"u.t","environment":"e","client_id":"c","realm":"t","target":"s","cached_at":"1","expires_on":"2","x":[1,{"y":null}]}"#,
        #"{"credential_type":"FamilyRefreshToken","secret":"rt","home_account_id":"u.t","environment":"e","client_id":"c","family_id":"1"}"#,
        #"{"authority_type":"MSSTS","home_account_id":"u.t","environment":"e","realm":"t","username":"a","local_account_id":"u"}"#,
        #"{"client_id":"c","account_metadata_map":{"u.t":{"sign_in_state":"signed_in","athority_map":{"URLMap-":{"a":"b"}}}}}"#,
        #"{"credential_type":"Later","home_account_id":"u.t","name":"n","members":{"a":1},"secret":"s"}"#,
        #"{"AccessToken":{"k":{"credential_type":"AccessToken","secret":"at","environment":"e"}},"Account":{"a":7}}"#,
    ]

    /// A xorshift generator with the same sequence in each run.
    private struct Dice {
        var state: UInt64

        mutating func below(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return bound <= 0 ? 0 : Int(state % UInt64(bound))
        }
    }

    @Test(
        "damaged values are read without a trap, and accepted ones can be written again",
        arguments: 1...8)
    func mutations(seed: UInt64) throws {
        var dice = Dice(state: seed &* 0x9E37_79B9_7F4A_7C15)
        var entities = 0
        for _ in 0..<400 {
            var bytes = Array(Self.values[dice.below(Self.values.count)].utf8)
            for _ in 0..<dice.below(4) {
                switch dice.below(3) {
                case 0: bytes = Array(bytes.prefix(dice.below(bytes.count)))
                case 1: bytes.insert(UInt8(dice.below(256)), at: dice.below(bytes.count))
                default: if !bytes.isEmpty { bytes[dice.below(bytes.count)] = UInt8(dice.below(256)) }
                }
            }
            _ = KeychainBlob(bytes)?.entities
            for type in KeychainItemType.allCases {
                let item = KeychainItem(account: "a", service: "s", type: type.rawValue, value: Secret(bytes))
                guard case .entity(let entity) = KeychainMapping.content(of: item, usesSingleFamilyToken: true) else {
                    continue
                }
                entities += 1
                let record = try KeychainMapping.record(of: entity, usesSingleFamilyToken: true)
                guard
                    case .entity(let again) = KeychainMapping.content(
                        of: record.item(accessGroup: "g"), usesSingleFamilyToken: true)
                else {
                    Issue.record(
                        "The written value is not an entity: seed \(seed), \(String(decoding: bytes, as: UTF8.self))")
                    continue
                }
                #expect(try again.contents.open() == entity.contents.open())
            }
        }
        #expect(entities > 50)
    }
}
