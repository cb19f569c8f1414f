/// The class of an item (`kSecClass`).
package enum KeychainItemClass: String, Sendable, Hashable {
    /// `kSecClassGenericPassword`: every credential.
    case genericPassword
    /// `kSecClassKey`: the key for proof of possession.
    case key
}
