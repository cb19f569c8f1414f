/// The storage for a call's error: an `sd_bus_error`, which is two pointers to text and an integer.
struct BusErrorStorage: ~Copyable {
    private static let size = 3 * MemoryLayout<UInt>.size

    let storage: UnsafeMutableRawPointer
    private let library: BusLibrary

    init(_ library: BusLibrary) {
        self.library = library
        storage = .allocate(byteCount: Self.size, alignment: MemoryLayout<UInt>.alignment)
        storage.initializeMemory(as: UInt8.self, repeating: 0, count: Self.size)
    }

    deinit {
        library.freeError(storage)
        storage.deallocate()
    }

    /// The error of the destination, or else that of the call's result.
    func error(_ result: Int32, _ call: DBusCall) -> DBusError {
        guard let name = text(at: 0) else {
            return .failed("\(call.interface).\(call.member) failed", result)
        }
        return DBusError(name: name, message: text(at: MemoryLayout<UInt>.size) ?? "\(call.member) failed.")
    }

    private func text(at offset: Int) -> String? {
        storage.load(fromByteOffset: offset, as: UnsafePointer<CChar>?.self).map { String(cString: $0) }
    }
}
