#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How a program is started by `posix_spawn`.
///
/// Not Foundation's `Process`: its termination needs a run loop, and on Linux it reads `/proc/self/fd` and copies each
/// directory entry at its full size, now and then past the end of its buffer, so that one start in some ten thousand
/// crashes the parent.
package struct ProcessStart: Sendable {
    /// The reason why a program was not started.
    package struct StartError: Error, CustomStringConvertible {
        /// The program's path.
        package let program: String
        /// The system's text for the error.
        package let reason: String
        package var description: String { "\(program) cannot be started: \(reason)" }
    }

    /// The process group and session of the program.
    package enum Group: Sendable {
        /// This process's, with its terminal.
        case inherited
        /// A group of its own: Ctrl-C in the terminal does not reach it.
        case own
        /// A session of its own, without a terminal.
        case session
    }

    /// Where one of the program's descriptors comes from.
    package enum Descriptor: Sendable {
        /// A descriptor of this process.
        case copy(of: Int32)
        /// `/dev/null`, for reading.
        case nothing
    }

    /// The program's path.
    package var program: String
    /// Its arguments, its own name first.
    package var arguments: [String]
    /// Its whole environment, `NAME=VALUE` each.
    package var environment: [String]
    /// Its descriptors by number, set in this order; it inherits the others.
    package var descriptors: [(number: Int32, from: Descriptor)] = []
    /// Whether only standard input, output and error are open in it.
    package var closesOtherDescriptors = false
    /// Its process group and session.
    package var group = Group.inherited
    /// Whether signals have their default handling in it and none is blocked. The threads of Swift's tasks block
    /// signals, and a program inherits that.
    package var resetsSignals = true

    /// Describes a start that passes on this process's descriptors.
    package init(_ program: String, arguments: [String], environment: [String]) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }

    /// Starts the program and returns its process id. The caller has to wait for it.
    ///
    /// - Throws: ``StartError`` with the system's reason.
    package func spawn() throws(StartError) -> Int32 {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (number, origin) in descriptors {
            switch origin {
            case .copy(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
            case .nothing: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDONLY, 0)
            }
        }
        var flags: Int32 = 0
        if closesOtherDescriptors {
            #if canImport(Darwin)
            flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
            #else
            guard Self.closeOthers(&actions) else {
                throw StartError(
                    program: program,
                    reason: "This system's C library cannot start a program without this process's descriptors.")
            }
            #endif
        }
        switch group {
        case .inherited: break
        case .own:
            flags |= Int32(POSIX_SPAWN_SETPGROUP)
            posix_spawnattr_setpgroup(&attributes, 0)
        case .session: flags |= Self.setSession
        }
        if resetsSignals {
            var every = sigset_t()
            var none = sigset_t()
            sigfillset(&every)
            sigemptyset(&none)
            posix_spawnattr_setsigdefault(&attributes, &every)
            posix_spawnattr_setsigmask(&attributes, &none)
            flags |= Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let words = CStrings(arguments)
        let variables = CStrings(environment)
        var processID: pid_t = 0
        let result = posix_spawn(&processID, program, &actions, &attributes, words.pointers, variables.pointers)
        guard result == 0 else { throw StartError(program: program, reason: String(cString: strerror(result))) }
        return processID
    }

    /// Returns the exit code in a status of `waitpid`; 128 and the signal's number if a signal ended the process.
    package static func exitStatus(_ status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    #if canImport(Darwin)
    /// `POSIX_SPAWN_SETSID` in xnu's `spawn.h`.
    private static let setSession: Int32 = 0x400
    #else
    /// `POSIX_SPAWN_SETSID`, which glibc's headers hide without `_GNU_SOURCE`.
    private static let setSession: Int32 = 0x80

    /// Limits the inherited descriptors to the first three; false where the C library cannot do it. glibc has the call
    /// since 2.34, and Swift does not import it.
    private static func closeOthers(_ actions: inout posix_spawn_file_actions_t) -> Bool {
        typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return false }
        return unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3) == 0
    }
    #endif
}

/// A C array of C strings with a closing null, freed at the end.
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }
    deinit { for pointer in pointers { free(pointer) } }
}
