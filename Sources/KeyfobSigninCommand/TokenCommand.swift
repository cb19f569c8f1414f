#if Server && LinuxTransport
import ArgumentParser
import KeyfobClient
import KeyfobCommandLine
import KeyfobCore

/// `keyfob token` if the store alone is not enough.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Print an access token, without ever prompting.")

    @OptionGroup var options: TokenOptions

    func run() async throws {
        let configuration = try options.client.configuration(store: options.store)
        let tool = try ToolApplication(configuration, store: options.store, trust: options.trust)
        let account = try AccountChoice.pick(
            options.account, among: tool.application.accounts(), at: configuration.authority)
        let result: TokenResult
        do throws(AuthError) {
            result = try await tool.application.acquireTokenSilent(
                SilentParameters(
                    scopes: options.client.scopes, account: account, forceRefresh: options.forceRefresh))
        } catch {
            // A slow server may still respond, and has then redeemed the refresh token.
            await tool.close()
            throw error
        }
        result.printToken(asJSON: options.store.asJSON)
        await tool.close()
    }
}
#endif
