/// The lock state of a device, which determines whether its keychain returns values.
package struct KeychainAvailability: Sendable, Hashable {
    /// Whether the device is unlocked now.
    package var isUnlocked: Bool
    /// Whether it has been unlocked since it was started.
    package var wasUnlocked: Bool

    /// An unlocked device.
    package static let unlocked = KeychainAvailability(isUnlocked: true, wasUnlocked: true)
    /// A device that was started and has not been unlocked yet.
    package static let restarted = KeychainAvailability(isUnlocked: false, wasUnlocked: false)

    /// Makes a state.
    package init(isUnlocked: Bool, wasUnlocked: Bool) {
        self.isUnlocked = isUnlocked
        self.wasUnlocked = wasUnlocked
    }

    /// Whether a value with that accessibility can be read and written now.
    package func allows(_ accessibility: KeychainAccessibility?) -> Bool {
        switch accessibility {
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: wasUnlocked
        case .whenUnlocked, .whenUnlockedThisDeviceOnly, nil: isUnlocked
        }
    }
}
