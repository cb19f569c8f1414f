#if Server
import ArgumentParser
import Foundation

/// `keyfob-demo app --config FILE`: one app of the story.
struct AppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "Runs one app of the story, driven by lines on standard input.",
        shouldDisplay: false)

    @Option(help: "The app's configuration, a JSON file.")
    var config: String

    func run() async throws {
        let app = try AppProcess(
            AppConfiguration(file: config), environment: ProcessInfo.processInfo.environment)
        await app.run()
    }
}
#endif
