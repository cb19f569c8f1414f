import Foundation

/// The kernel's keyring of this process's session (keyrings(7)).
enum Keyring {
    private typealias Call = @convention(c) (Int, Int, Int, Int, Int, Int) -> Int

    #if arch(x86_64)
    private static let (addKey, requestKey) = (248, 249)
    #else
    private static let (addKey, requestKey) = (217, 218)
    #endif

    /// Adds a key.
    ///
    /// - Returns: 0, or `errno`.
    static func add(_ name: String) -> Int32 {
        "user".withCString { type in
            name.withCString { name in
                perform(addKey, Int(bitPattern: type), Int(bitPattern: name), Int(bitPattern: name), 1, -3)
            }
        }
    }

    /// Looks up a key in all keyrings of this process.
    ///
    /// - Returns: 0, or `errno`.
    static func request(_ name: String) -> Int32 {
        "user".withCString { type in
            name.withCString { perform(requestKey, Int(bitPattern: type), Int(bitPattern: $0), 0, 0, 0) }
        }
    }

    private static func perform(_ number: Int, _ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int) -> Int32 {
        guard let symbol = dlsym(nil, "syscall") else { return ENOSYS }
        errno = 0
        return unsafeBitCast(symbol, to: Call.self)(number, a, b, c, d, e) < 0 ? errno : 0
    }
}
