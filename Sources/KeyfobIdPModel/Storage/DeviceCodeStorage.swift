/// Device codes.
package protocol DeviceCodeStorage {
    /// The device code with that hash.
    func deviceCode(hash: [UInt8]) throws -> DeviceCodeGrant?
    /// The device code whose user code has that hash.
    func deviceCode(userCodeHash: [UInt8]) throws -> DeviceCodeGrant?
    /// Adds or replaces a device code by its hash.
    func put(_ code: DeviceCodeGrant) throws
}
