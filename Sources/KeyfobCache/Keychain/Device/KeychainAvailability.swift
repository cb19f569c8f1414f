/// Whether a device's keychain gives its values out: what its lock allows.
package struct KeychainAvailability: Sendable, Hashable {
    /// Whether the device is unlocked now.
    package var isUnlocked: Bool
    /// Whether it has been unlocked since it was started.
    package var wasUnlocked: Bool

    /// An unlocked device.
    package static let unlocked = KeychainAvailability(isUnlocked: true, wasUnlocked: true)
    /// A device that was started and that nobody has unlocked yet.
    package static let restarted = KeychainAvailability(isUnlocked: false, wasUnlocked: false)

    /// Makes a state.
    package init(isUnlocked: Bool, wasUnlocked: Bool) {
        self.isUnlocked = isUnlocked
        self.wasUnlocked = wasUnlocked
    }

    /// Whether a value of that accessibility can be read and written now.
    package func allows(_ accessibility: KeychainAccessibility?) -> Bool {
        switch accessibility {
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: wasUnlocked
        case .whenUnlocked, .whenUnlockedThisDeviceOnly, nil: isUnlocked
        }
    }
}
