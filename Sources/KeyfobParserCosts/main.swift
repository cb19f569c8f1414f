// KeyfobParserCosts [limits] [NAME]: takes every kind of text apart that a stranger can send to the identity provider, or
// those whose names begin so. Each comes in four sizes, of which one is twice the other; with `limits` once, at the size
// that the provider's limits allow. Standard output says NAME SIZE, in the order of the work.
//
// It measures nothing itself: under valgrind's callgrind, which counts the instructions between the beginning and the
// end of `keyfob_measured`, the test ParserCostTests learns what each cost.
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
