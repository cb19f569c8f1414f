#if os(Linux)
import Foundation
import KeyfobTesting
import Testing

@Suite("A home on a file system whose locks do not work", .timeLimit(.minutes(3)))
struct UnlockableHomeTests {
    @Test("without locks the unexpired token is returned, nothing is redeemed, and doctor names the reason")
    func noLocks() async throws {
        try await SignInScene.play { scene in
            let (here, token) = try await Self.signedIn(scene, locks: "none")
            let doctor = try await here.run("doctor")
            #expect(doctor.status == 1 && doctor.output.contains("within reach"), "\(doctor.output)")
            #expect(doctor.output.contains("No locks available") && doctor.output.contains("on a local disk"))
            let refused = try await here.run(["token", "--force-refresh"] + scene.app)
            #expect(refused.status == 1 && refused.output.isEmpty, "\(refused.errors)")
            #expect(refused.errors.contains("No locks available") && refused.errors.contains("on a local disk"))
            try await Self.checkLogin(here, scene)
            let renewed = try await scene.tool.run(["token", "--force-refresh"] + scene.app)
            #expect(renewed.status == 0 && renewed.output != token)
        }
    }

    @Test("where every process gets a lock, concurrent refreshes are refused, and the session lives on")
    func locksForEveryone() async throws {
        try await SignInScene.play { scene in
            let (here, token) = try await Self.signedIn(scene, locks: "everyone")
            let doctor = try await here.run("doctor")
            #expect(doctor.status == 1 && doctor.output.contains("grants a lock to several processes"))
            #expect(doctor.output.contains("on a local disk"), "\(doctor.output)")
            let refused = try await withThrowingTaskGroup(of: ChildProcess.Outcome.self) { group in
                for _ in 0..<6 { group.addTask { try await here.run(["token", "--force-refresh"] + scene.app) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(refused.count == 6)
            for outcome in refused {
                #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome.output)")
                #expect(outcome.errors.contains("grants a lock to several processes"), "\(outcome.errors)")
            }
            try await Self.checkLogin(here, scene)
            let renewed = try await scene.tool.run(["token", "--force-refresh"] + scene.app)
            #expect(renewed.status == 0 && renewed.output != token)
        }
    }

    /// A user who has signed in; the tool on a file system with such locks, which returns the stored token.
    private static func signedIn(_ scene: SignInScene, locks: String) async throws -> (here: Tool, token: String) {
        #expect(try await scene.logIn().status == 0)
        let token = try await scene.tool.run(["token"] + scene.app)
        var here = scene.tool
        here.environment["LD_PRELOAD"] = try await library(in: scene.tool.directory.path)
        here.environment["KEYFOB_TEST_LOCKS"] = locks
        let stored = try await here.run(["token"] + scene.app)
        #expect(stored.status == 0 && stored.output == token.output, "\(stored.errors)")
        return (here, token.output)
    }

    /// A sign-in is refused before the user is asked.
    private static func checkLogin(_ here: Tool, _ scene: SignInScene) async throws {
        let login = try await here.run(["login", "--print-url"] + scene.app)
        #expect(login.status == 1 && login.output.isEmpty, "\(login.output) \(login.errors)")
        #expect(login.errors.contains("on a local disk"), "\(login.errors)")
    }

    /// Compiles a library that answers for the kernel: locks fail (`none`), or all succeed (`everyone`).
    private static func library(in folder: String) async throws -> String {
        let source = #"""
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <fcntl.h>
            #include <stdarg.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/file.h>

            static int result(int is_unlock) {
                const char *locks = getenv("KEYFOB_TEST_LOCKS");
                if (is_unlock || (locks && !strcmp(locks, "everyone"))) return 0;
                errno = ENOLCK;
                return -1;
            }
            int flock(int descriptor, int operation) { return result(operation & LOCK_UN); }
            static int file_control(const char *name, int descriptor, int command, void *argument) {
                struct flock *lock = argument;
                switch (command) {
                case F_GETLK: case F_OFD_GETLK:
                    if (result(0)) return -1;
                    lock->l_type = F_UNLCK;
                    return 0;
                case F_SETLK: case F_SETLKW: case F_OFD_SETLK: case F_OFD_SETLKW:
                    return result(lock->l_type == F_UNLCK);
                }
                int (*next)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, name);
                return next(descriptor, command, argument);
            }
            #define REPLACE(name) int name(int descriptor, int command, ...) { \
                va_list rest; va_start(rest, command); void *argument = va_arg(rest, void *); va_end(rest); \
                return file_control(#name, descriptor, command, argument); }
            REPLACE(fcntl)
            REPLACE(fcntl64)
            """#
        try Data(source.utf8).write(to: URL(fileURLWithPath: "\(folder)/locks.c"))
        let compiled = try await ChildProcess.run(
            "/usr/bin/env",
            ["clang", "-O", "-shared", "-fPIC", "-o", "\(folder)/locks.so", "\(folder)/locks.c", "-ldl"],
            environment: ProcessInfo.processInfo.environment)
        try #require(compiled.status == 0, "\(compiled.errors)")
        return "\(folder)/locks.so"
    }
}
#endif
