#if os(Linux)
import Foundation

/// Kernel calls that Swift's import of the C library does not contain, looked up by name; nil where there are none.
enum LinuxCalls {
    static let unshare: (@convention(c) (Int32) -> Int32)? = symbol("unshare")
    static let mount:
        (
            @convention(c) (
                UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UInt, UnsafePointer<CChar>?
            ) -> Int32
        )? = symbol("mount")
    /// `prctl`, whose variadic arguments are passed like those of a plain function on every Linux that Swift runs on.
    static let prctl: (@convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32)? = symbol("prctl")
    static let closeRange: (@convention(c) (UInt32, UInt32, Int32) -> Int32)? = symbol("close_range")

    static let setresuid: (@convention(c) (UInt32, UInt32, UInt32) -> Int32)? = symbol("setresuid")
    /// Any call by its number, with up to five arguments.
    static let syscall: (@convention(c) (Int, Int, Int, Int, Int, Int) -> Int)? = symbol("syscall")
    #if arch(x86_64)
    static let keyctl = 250
    #else
    static let keyctl = 219
    #endif

    private static func symbol<Function>(_ name: String) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
    }
}
#endif
