/// Registered devices.
package protocol DeviceStorage {
    /// The device with that id.
    func device(id: String) throws -> RegisteredDevice?
    /// A tenant's devices in the order in which they were registered.
    func devices(tenantID: String) throws -> [RegisteredDevice]
    /// Adds or replaces a device.
    func put(_ device: RegisteredDevice) throws
    /// Removes a device. It does nothing if there is none.
    func removeDevice(id: String) throws
}
