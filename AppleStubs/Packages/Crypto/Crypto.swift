// The types of swift-crypto that KeyfobCrypto's declarations name.
public struct SymmetricKey: Sendable {}

public enum P256 {
    public enum Signing {
        public struct PrivateKey: Sendable {}
        public struct PublicKey: Sendable {}
    }
}
