/// Names of the Secret Service API (freedesktop.org, "Secret Service API Draft 0.2").
enum SecretServiceNames {
    static let bus = "org.freedesktop.secrets"
    static let root = "/org/freedesktop/secrets"
    static let service = "org.freedesktop.Secret.Service"
    static let collection = "org.freedesktop.Secret.Collection"
    static let item = "org.freedesktop.Secret.Item"
    static let prompt = "org.freedesktop.Secret.Prompt"
    /// Not an object: the path that means "none", for example no prompt.
    static let nothing = "/"
    /// The attribute of `libsecret` that contains the kind of an item.
    static let schema = "xdg:schema"
    static let isLocked = "org.freedesktop.Secret.Error.IsLocked"
}
