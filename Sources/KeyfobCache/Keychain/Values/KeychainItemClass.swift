/// What kind of item it is (`kSecClass`).
public enum KeychainItemClass: String, Sendable, Hashable {
    /// `kSecClassGenericPassword`: every credential.
    case genericPassword
    /// `kSecClassKey`: the key of a proof of possession.
    case key
}
