// KeyfobParserCosts [limits] [NAME]: parses every kind of text that unauthenticated clients can send to the identity
// provider, and queries of Microsoft Graph, or those with the given name prefix. Each is parsed at four sizes, each
// twice the one before; with `limits` once, at the largest size within the provider's limits. Standard output contains
// NAME SIZE, in the order of the work.
//
// It measures nothing itself: valgrind's callgrind counts the instructions between the beginning and the end of
// `keyfob_measured`, and the test ParserCostTests reads the counts.
var arguments = Array(CommandLine.arguments.dropFirst())
let isAtLimits = arguments.first == "limits"
if isAtLimits { arguments.removeFirst() }
for sample in InputSamples.all where sample.name.hasPrefix(arguments.first ?? "") {
    for size in isAtLimits ? [sample.limit] : (0...3).map({ sample.start << $0 }) {
        let piece = MeasuredWork(sample.prepare(size))
        measured(Unmanaged.passUnretained(piece).toOpaque())
        // Alive until here.
        withExtendedLifetime(piece) { print(sample.name, size) }
    }
}
