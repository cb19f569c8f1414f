// The types of swift-crypto that KeyfobCrypto's declarations name.
public struct SymmetricKey: Sendable {}

public struct SHA256 {}

public struct HMAC<Hash> {}

public enum P256 {
    public enum Signing {
        public struct PrivateKey: Sendable {}
        public struct PublicKey: Sendable {}
    }
}

public enum P384 {
    public enum Signing {
        public struct PublicKey: Sendable {}
    }
}

public enum P521 {
    public enum Signing {
        public struct PublicKey: Sendable {}
    }
}

public enum Curve25519 {
    public enum Signing {
        public struct PublicKey: Sendable {}
    }
}
