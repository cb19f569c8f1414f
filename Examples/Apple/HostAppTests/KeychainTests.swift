import Foundation
import Keyfob
import Security
import Testing

/// The system's keychain, as an app with a keychain group has it.
@Suite(.serialized)
struct KeychainTests {
    @Test func `The app may write to the keychain, read and delete`() {
        let item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "keyfob-host",
            kSecAttrAccount as String: UUID().uuidString, kSecUseDataProtectionKeychain as String: true,
        ]
        let added = SecItemAdd(item.merging([kSecValueData as String: Data([1])]) { $1 } as CFDictionary, nil)
        #expect(added == errSecSuccess)
        #expect(SecItemCopyMatching(item as CFDictionary, nil) == errSecSuccess)
        #expect(SecItemDelete(item as CFDictionary) == errSecSuccess)
    }

    @Test func `An application with the default store lists its accounts from the keychain`() throws {
        let configuration = try ClientConfiguration(
            clientID: "aaaaaaaa-0000-4000-8000-000000000001",
            authority: Authority("https://login.microsoftonline.com/organizations"))
        let application = try PublicClientApplication(configuration: configuration)
        #expect(try application.accounts().isEmpty)
    }
}
