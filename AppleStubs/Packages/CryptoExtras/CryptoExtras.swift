// The types of swift-crypto's extras that KeyfobCrypto's declarations name.
public enum _RSA {
    public enum Signing {
        public struct PrivateKey: Sendable {}
        public struct PublicKey: Sendable {}
    }
}
