#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The functions of `sd-bus`, loaded from `libsystemd` at run time: building needs none of its files, a program that
/// uses no bus never loads it, and if it is missing the error states so.
///
/// Functions with a variable number of arguments cannot be called from Swift, and are not needed. Types as in
/// `systemd/sd-bus.h`; all exist since version 240.
struct BusLibrary: Sendable {
    typealias Pointer = OpaquePointer
    typealias Text = UnsafePointer<CChar>
    typealias Out<T> = UnsafeMutablePointer<T>

    let new: @convention(c) @Sendable (Out<Pointer?>) -> Int32
    let setAddress: @convention(c) @Sendable (Pointer, Text) -> Int32
    let setBusClient: @convention(c) @Sendable (Pointer, Int32) -> Int32
    let start: @convention(c) @Sendable (Pointer) -> Int32
    let isReady: @convention(c) @Sendable (Pointer) -> Int32
    let process: @convention(c) @Sendable (Pointer, Out<Pointer?>?) -> Int32
    let wait: @convention(c) @Sendable (Pointer, UInt64) -> Int32
    let close: @convention(c) @Sendable (Pointer) -> Void
    let unref: @convention(c) @Sendable (Pointer) -> Pointer?
    let call: @convention(c) @Sendable (Pointer, Pointer, UInt64, UnsafeMutableRawPointer?, Out<Pointer?>?) -> Int32
    let freeError: @convention(c) @Sendable (UnsafeMutableRawPointer) -> Void
    let message: BusMessageFunctions

    private static let standard = load("libsystemd.so.0")

    /// The library of this machine, loaded once for each process.
    ///
    /// - Throws: ``DBusError`` ``DBusError/libraryMissing``.
    static func named(_ name: String?) throws(DBusError) -> BusLibrary { try (name.map(load) ?? standard).get() }

    private static func load(_ name: String) -> Result<BusLibrary, DBusError> {
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
            return .failure(
                DBusError(
                    name: DBusError.libraryMissing,
                    message: "\(name), the client library of D-Bus, cannot be loaded; install libsystemd0."))
        }
        return Result { () throws(DBusError) in
            let symbols = BusSymbols(library: library, name: name)
            return BusLibrary(
                new: try symbols.find("sd_bus_new"),
                setAddress: try symbols.find("sd_bus_set_address"),
                setBusClient: try symbols.find("sd_bus_set_bus_client"),
                start: try symbols.find("sd_bus_start"),
                isReady: try symbols.find("sd_bus_is_ready"),
                process: try symbols.find("sd_bus_process"),
                wait: try symbols.find("sd_bus_wait"),
                close: try symbols.find("sd_bus_close"),
                unref: try symbols.find("sd_bus_unref"),
                call: try symbols.find("sd_bus_call"),
                freeError: try symbols.find("sd_bus_error_free"),
                message: try BusMessageFunctions(symbols))
        }
    }
}

/// Looks functions up by their names.
struct BusSymbols {
    let library: UnsafeMutableRawPointer
    let name: String

    /// The function with a name; the caller must specify the correct type.
    func find<Function>(_ symbol: String) throws(DBusError) -> Function {
        guard let address = dlsym(library, symbol) else {
            throw DBusError(
                name: DBusError.libraryMissing, message: "\(name) is too old: it has no \(symbol).")
        }
        return unsafeBitCast(address, to: Function.self)
    }
}
