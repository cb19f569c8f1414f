#if Server
package import ArgumentParser

/// `keyfob credential`: the credential helpers for other programs.
package struct CredentialCommand<Source: TokenSource>: ParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "credential", abstract: "Credential helpers: git, docker.",
            discussion: """
                A helper gives a token only to the hosts that the profile names in 'hosts', or without any to the \
                provider's own host, and only over https.
                """,
            subcommands: [GitCredentialCommand<Source>.self, DockerCredentialCommand<Source>.self])
    }

    package init() {}
}
#endif
