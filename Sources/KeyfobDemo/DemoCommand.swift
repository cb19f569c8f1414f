#if Server
import ArgumentParser

/// `keyfob-demo`: the story, and the processes that play in it.
@main
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyfob-demo",
        abstract: "The whole story on one machine, offline: a table of claims, each proved.",
        subcommands: [
            StoryCommand.self, AppCommand.self, DeviceAppCommand.self, DeviceBrowserCommand.self, StrangerCommand.self,
            BrowserCommand.self,
        ],
        defaultSubcommand: StoryCommand.self)
}
#else
import Foundation

/// `keyfob-demo` without what it needs.
@main
struct DemoCommand {
    static func main() {
        FileHandle.standardError.write(
            Data("keyfob-demo was built without the trait Server. Build it with: make build\n".utf8))
        exit(4)
    }
}
#endif
