package import KeyfobCache
import KeyfobCore

/// The reason why the device did not perform a request.
public struct DeviceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the error.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// Its name on the wire.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The bytes are no valid message of this protocol.
        public static let malformed = Code(rawValue: "malformed")
        /// The device's rules forbid it.
        public static let refused = Code(rawValue: "refused")
        /// There is no such app, extension, item or request.
        public static let notFound = Code(rawValue: "not_found")
        /// The app has to be in the foreground for this.
        public static let notInForeground = Code(rawValue: "not_in_foreground")
        /// User interaction is required, and the caller does not allow it.
        public static let notInteractive = Code(rawValue: "not_interactive")
        /// The caller or the user cancelled it.
        public static let cancelled = Code(rawValue: "cancelled")
        /// There was no response in time.
        public static let timedOut = Code(rawValue: "timed_out")
        /// More calls are outstanding than the device allows.
        public static let busy = Code(rawValue: "busy")
        /// The other side has disconnected.
        public static let disconnected = Code(rawValue: "disconnected")
        /// The keychain refused; ``DeviceError/keychainStatus`` is the reason.
        public static let keychain = Code(rawValue: "keychain")
        /// It failed for another reason, which the message states.
        public static let failed = Code(rawValue: "failed")
    }

    /// The kind of the error.
    public var code: Code
    /// What happened, in a sentence; without secrets.
    public var message: String
    /// What to do next, in a sentence.
    public var remedy: String?
    /// The keychain's status, if the keychain refused.
    package var keychainStatus: KeychainStatus?

    /// Makes an error.
    package init(_ code: Code, _ message: String, remedy: String? = nil, keychainStatus: KeychainStatus? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.keychainStatus = keychainStatus
    }

    /// Makes the error of a keychain's refusal.
    package init(_ status: KeychainStatus) {
        self.init(.keychain, "The keychain refused: \(status).", keychainStatus: status)
    }

    /// Makes the error of bytes that are no valid message.
    static func malformed(_ message: String) -> DeviceError {
        DeviceError(.malformed, message, remedy: "Use one version of Keyfob on the whole device.")
    }

    /// The message and the remedy.
    public var description: String { [message, remedy].compactMap { $0 }.joined(separator: " ") }

    var json: JSONValue {
        var members: [String: JSONValue] = ["code": .string(code.rawValue), "message": .string(message)]
        members["remedy"] = remedy.map { .string($0) }
        members["status"] = keychainStatus.map { .integer($0.rawValue) }
        return .object(members)
    }

    init(json: JSONValue) throws(DeviceError) {
        let fields = try DeviceFields(json)
        self.init(
            Code(rawValue: try fields.text("code")), try fields.text("message"), remedy: try fields.textIfAny("remedy"),
            keychainStatus: try fields.numberIfAny("status").flatMap { Int32(exactly: $0) }
                .map(KeychainStatus.init(rawValue:)))
    }
}
