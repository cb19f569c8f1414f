#if Server && LinuxTransport
import ArgumentParser
import Foundation
import KeyfobClient
import KeyfobCommandLine
import KeyfobCore
import KeyfobUserAgents

/// `keyfob login`: lets a user sign in, and stores the result. It prints no token.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Sign in, in the browser or with a device code.")

    @OptionGroup var client: ClientOptions

    @Flag(name: .customLong("device-code"), help: "Sign in on another device, with a code to type there.")
    var deviceCode = false

    @Option(name: .customLong("login-hint"), help: ArgumentHelp("The user name to fill in.", valueName: "user"))
    var loginHint: String?

    @Option(
        help: ArgumentHelp("The page to show: login, select_account, consent or create.", valueName: "prompt"),
        completion: .list(["login", "select_account", "consent", "create"]))
    var prompt: String?

    @Option(
        name: .customLong("redirect-uri"),
        help: ArgumentHelp(
            "The registered loopback redirect URI.", discussion: "Default: http://localhost.", valueName: "uri"))
    var redirectURI: String?

    @Option(
        name: .customLong("parameter"),
        help: ArgumentHelp(
            "A further parameter of the authorization request, for example access_type=offline. Repeat it for several.",
            valueName: "name=value"))
    var parameters: [NamedValue] = []

    @Flag(name: .customLong("print-url"), help: "Print the sign-in page's address instead of opening a browser.")
    var printURL = false

    @Option(
        name: .customLong("key-place"),
        help: ArgumentHelp(
            "The place of a new store's key: file or secret-service.",
            discussion: "Default: the keyring if one runs and is unlocked, else a file.", valueName: "place"))
    var keyPlace: SealingKeyPlace?

    @OptionGroup var diagnostics: DiagnosticOptions
    @OptionGroup var trust: TrustOptions
    @OptionGroup var store: StoreOptions

    func validate() throws {
        let prompts: [InteractivePrompt] = [.login, .selectAccount, .consent, .create]
        if let prompt, !prompts.contains(InteractivePrompt(rawValue: prompt)) {
            throw ValidationError("--prompt is one of \(prompts.map(\.rawValue).joined(separator: ", ")).")
        }
        guard !deviceCode || (!printURL && prompt == nil && loginHint == nil && redirectURI == nil) else {
            throw ValidationError(
                "--device-code cannot be combined with --print-url, --prompt, --login-hint, --redirect-uri.")
        }
    }

    func run() async throws {
        let cleanup = PageCleanup()
        defer { withExtendedLifetime(cleanup) {} }
        let client = try client.chosen(flags)
        let scopes = try client.scopes()
        var configuration = try client.configuration(group: store.group())
        configuration.clientSecret = try client.secret(environment: ProcessInfo.processInfo.environment)
        guard configuration.redirectURI.isLoopback else {
            throw AuthError.configuration(
                "The redirect URI \(configuration.redirectURI) is not on this machine.",
                remedy: "Register http://localhost, or http://localhost/NAME, and pass that with --redirect-uri.")
        }
        let tool = try ToolApplication(
            configuration, store: store, trust: trust,
            log: diagnostics.log(environment: ProcessInfo.processInfo.environment), browser: deviceCode ? nil : browser,
            for: .signIn(keyPlace: keyPlace))
        let result: TokenResult
        if deviceCode {
            result = try await signInByDeviceCode(tool, scopes)
        } else {
            var interactive = InteractiveParameters(
                scopes: scopes, prompt: prompt.map { InteractivePrompt(rawValue: $0) },
                loginHint: loginHint ?? hint(client.settings.account))
            interactive.extraQueryParameters = client.settings.parameters
            result = try await signIn(tool, interactive)
        }
        await tool.close()
        if let code = result.storeFailure {
            throw AuthError(
                code, origin: .store,
                message: "The sign-in succeeded, but it could not be stored, so no other command can use it.",
                remedy: "Run `keyfob doctor`, fix the store's disk space or permissions, and sign in again.")
        }
        result.printSignIn(asJSON: store.asJSON)
    }

    private func signInByDeviceCode(_ tool: ToolApplication, _ scopes: ScopeSet) async throws(AuthError) -> TokenResult
    {
        let show = self.show
        return try await tool.application.acquireTokenByDeviceCode(DeviceCodeParameters(scopes: scopes)) { prompt in
            show(Output.sentences(prompt.message))
            Output.warn("Waiting for that. Ctrl-C ends it.")
        }
    }

    /// Signs in with the browser. Where there is none, and a person is at the terminal, it continues with a device code.
    private func signIn(
        _ tool: ToolApplication, _ parameters: InteractiveParameters
    ) async throws(AuthError) -> TokenResult {
        do throws(AuthError) {
            return try await tool.application.acquireToken(parameters)
        } catch {
            guard error.code == .userAgentUnavailable, !printURL, isatty(STDIN_FILENO) == 1 else { throw error }
            Output.warn("\(Output.sentences(error.message)) Signing in with a device code instead.")
            do throws(AuthError) {
                return try await signInByDeviceCode(tool, parameters.scopes)
            } catch let second {
                // A provider without device codes: the browser is what is missing.
                throw second.code == .configuration ? error : second
            }
        }
    }

    /// The account of a profile, if it is a user name and not an identifier.
    private func hint(_ account: String?) -> String? { account.flatMap { $0.contains("@") ? $0 : nil } }

    private var flags: ClientSettings {
        var settings = client.settings
        settings.redirectURI = redirectURI
        settings.parameters = NamedValue.dictionary(parameters)
        return settings
    }

    private var browser: any BrowserLauncher {
        printURL
            ? PrintURL(write: show)
            : AnnouncingBrowser(base: SystemBrowser(environment: ProcessInfo.processInfo.environment))
    }

    /// Shows the prompt for the user: on standard output, unless that is reserved for a JSON document.
    private var show: @Sendable (String) -> Void {
        store.asJSON ? Output.warn : Output.line
    }
}
#endif
