#if Server && LinuxTransport
import ArgumentParser
import Foundation
import KeyfobClient
import KeyfobCommandLine
import KeyfobCore
import KeyfobUserAgents

/// `keyfob login`: lets a person sign in, and stores what comes of it. It prints no token.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Sign in, in the browser or with a device code.")

    @OptionGroup var client: ClientOptions

    @Flag(name: .customLong("device-code"), help: "Sign in on another device, with a code to type there.")
    var deviceCode = false

    @Option(name: .customLong("login-hint"), help: ArgumentHelp("The user name to fill in.", valueName: "user"))
    var loginHint: String?

    @Option(help: ArgumentHelp("What must be shown: login, select_account, consent or create.", valueName: "prompt"))
    var prompt: String?

    @Option(
        name: .customLong("redirect-uri"),
        help: ArgumentHelp(
            "The loopback redirect URI, as registered.", discussion: "Default: http://localhost.", valueName: "uri"))
    var redirectURI: String?

    @Flag(name: .customLong("print-url"), help: "Print the sign-in page's address instead of opening a browser.")
    var printURL = false

    @Option(
        name: .customLong("key-place"),
        help: ArgumentHelp(
            "Where the key of a new store is kept: file or secret-service.",
            discussion: "Default: the keyring if one runs and is unlocked, else a file.", valueName: "place"))
    var keyPlace: SealingKeyPlace?

    @OptionGroup var trust: TrustOptions
    @OptionGroup var store: StoreOptions

    func validate() throws {
        let prompts: [InteractivePrompt] = [.login, .selectAccount, .consent, .create]
        if let prompt, !prompts.contains(InteractivePrompt(rawValue: prompt)) {
            throw ValidationError("--prompt is one of \(prompts.map(\.rawValue).joined(separator: ", ")).")
        }
        guard !deviceCode || (!printURL && prompt == nil && loginHint == nil && redirectURI == nil) else {
            throw ValidationError(
                "--device-code goes with none of --print-url, --prompt, --login-hint, --redirect-uri.")
        }
    }

    func run() async throws {
        let configuration = try client.configuration(store: store, redirectURI: redirectURI)
        guard configuration.redirectURI.isLoopback else {
            throw AuthError.configuration(
                "The redirect URI \(configuration.redirectURI) does not lead back to this machine.",
                remedy: "Register http://localhost, or http://localhost/NAME, and pass that with --redirect-uri.")
        }
        let tool = try ToolApplication(
            configuration, store: store, trust: trust, browser: deviceCode ? nil : browser,
            for: .signIn(keyPlace: keyPlace))
        let result: TokenResult
        if deviceCode {
            let show = self.show
            result = try await tool.application.acquireTokenByDeviceCode(DeviceCodeParameters(scopes: client.scopes)) {
                prompt in show(prompt.message)
            }
        } else {
            result = try await tool.application.acquireToken(
                InteractiveParameters(
                    scopes: client.scopes, prompt: prompt.map { InteractivePrompt(rawValue: $0) },
                    loginHint: loginHint))
        }
        await tool.close()
        if let code = result.storeFailure {
            throw AuthError(
                code, origin: .store,
                message: "The sign-in went through, but it could not be stored, so no other command knows of it.",
                remedy: "Run `keyfob doctor`, make room or rights for the store, and sign in again.")
        }
        result.printSignIn(asJSON: store.asJSON)
    }

    private var browser: any BrowserLauncher {
        printURL ? PrintURL(write: show) : SystemBrowser(environment: ProcessInfo.processInfo.environment)
    }

    /// Shows what the person has to act on: on standard output, unless that is reserved for a JSON document.
    private var show: @Sendable (String) -> Void {
        store.asJSON ? Output.warn : Output.line
    }
}
#endif
