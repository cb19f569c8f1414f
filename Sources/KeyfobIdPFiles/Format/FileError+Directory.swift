import KeyfobIdPDirectory
import KeyfobYAML

extension FileError {
    /// An error about an object, at the place of the member that it names.
    init(_ error: DirectoryError, in node: SourceNode) {
        let named = error.member ?? node.memberNamed(in: error.message)
        self.init(error.message, at: named.map(node.place(ofPath:)) ?? node.place, member: named)
    }
}
