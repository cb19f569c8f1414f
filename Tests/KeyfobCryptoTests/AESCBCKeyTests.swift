import KeyfobCore
import KeyfobCrypto
import Testing

@Suite struct AESCBCKeyTests {
    /// NIST SP 800-38A, F.2.5: its first block, followed here by the padding block.
    private static let key = "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"
    private static let vector = "000102030405060708090a0b0c0d0e0f"
    private static let plain = "6bc1bee22e409f96e93d7e117393172a"
    private static let first = "f58c4c04d6e5f1ba779eabfb5f7bfbd6"

    private func bytes(_ hex: String) throws -> [UInt8] { try #require(Hex.decode(hex)) }

    @Test func `the first block is the one that NIST publishes`() throws {
        let key = try AESCBCKey(try bytes(Self.key))
        let sealed = try key.encrypt(try bytes(Self.plain), vector: try bytes(Self.vector))
        #expect(sealed.count == 32)
        #expect(Hex.encode(sealed.prefix(16)) == Self.first)
        #expect(try key.decrypt(sealed, vector: try bytes(Self.vector)) == (try bytes(Self.plain)))
    }

    @Test(arguments: [0, 1, 15, 16, 17, 1000])
    func `what was encrypted is decrypted, whatever its length`(count: Int) throws {
        let key = try AESCBCKey(SystemRandomSource().bytes(32))
        let plain = SystemRandomSource().bytes(count)
        let vector = SystemRandomSource().bytes(16)
        let sealed = try key.encrypt(plain, vector: vector)
        #expect(sealed.count == (count / 16 + 1) * 16)
        #expect(try key.decrypt(sealed, vector: vector) == plain)
    }

    @Test func `keys, vectors and texts of wrong lengths are refused`() throws {
        #expect(throws: CryptoError.self) { try AESCBCKey([UInt8](repeating: 0, count: 31)) }
        let key = try AESCBCKey([UInt8](repeating: 0, count: 32))
        let vector = [UInt8](repeating: 0, count: 16)
        #expect(throws: CryptoError.self) { try key.encrypt([1], vector: []) }
        for count in [0, 1, 15, 17, 31] {
            #expect(throws: CryptoError.self) {
                try key.decrypt([UInt8](repeating: 7, count: count), vector: vector)
            }
        }
    }

    @Test func `a text whose padding is none is refused`() throws {
        let key = try AESCBCKey([UInt8](repeating: 1, count: 32))
        let vector = [UInt8](repeating: 0, count: 16)
        var sealed = try key.encrypt([UInt8](repeating: 2, count: 16), vector: vector)
        // The block before the padding determines it: 16 becomes 16 ^ 0x80, which is not valid.
        sealed[15] ^= 0x80
        #expect(throws: CryptoError.self) { try key.decrypt(sealed, vector: vector) }
    }
}
