#if Server
package import ArgumentParser
import Foundation
import KeyfobCore

/// `keyfob exec`: becomes another program, which gets a token.
package struct ExecCommand<Source: TokenSource>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "exec", abstract: "Run a program that gets a token in its environment or a descriptor.",
            discussion: """
                The program takes the place of keyfob: its exit status is the program's. Without --env and --fd the \
                token is in ACCESS_TOKEN, with --id-token in ID_TOKEN. Other processes of the same user can read an \
                environment; a descriptor can be read only by the program, and once. Exit status 126 means that the \
                program cannot be started, 127 that it was not found, 3 that a user has to sign in.
                """)
    }

    @OptionGroup var options: TokenOptions

    @Option(
        name: .customLong("env"),
        help: ArgumentHelp("The environment variable that contains the token.", valueName: "name"))
    var variable: String?

    @Option(
        name: .customLong("fd"),
        help: ArgumentHelp(
            "The descriptor from which the program reads the token: 0, or 3 to 255.", valueName: "number"))
    var descriptor: Int32?

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("The program and its arguments, after --.", valueName: "program"))
    var program: [String] = []

    package init() {}

    package func validate() throws {
        guard !program.isEmpty else { throw ValidationError("Missing a program: keyfob exec [<profile>] -- <program>") }
        if let variable {
            guard Self.isVariable(variable) else {
                throw ValidationError("'\(variable.prefix(64))' cannot be the name of an environment variable.")
            }
        }
        if let descriptor {
            guard descriptor == 0 || (3...255).contains(descriptor) else {
                throw ValidationError("--fd is 0 or a number from 3 to 255.")
            }
        }
        guard !options.store.asJSON else { throw ValidationError("exec has no output of its own; omit --json.") }
    }

    package func run() async throws {
        let source = Source()
        let token = try await source.token(for: options.request())
        token.warnIfUnsaved()
        await source.finish()
        // A variable ends at a NUL, and a program takes all of a descriptor for the token.
        let secret = Secret(try FormValue.token(token.secret, in: "the program's environment or a descriptor"))
        let started = StartedProgram(program)
        if let descriptor { try started.pass(secret, on: descriptor) }
        if variable != nil || descriptor == nil {
            let name = variable ?? (token.kind == .idToken ? "ID_TOKEN" : "ACCESS_TOKEN")
            started.pass(secret, in: name)
        }
        started.become()
    }

    private static func isVariable(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0 == 0x3D || $0 == 0 || $0 <= 0x20 }
            && !(0x30...0x39).contains(name.utf8.first ?? 0)
    }
}
#endif
