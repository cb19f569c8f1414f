/// A piece of work whose instructions are counted.
final class MeasuredWork {
    fileprivate let perform: () -> Void

    init(_ perform: @escaping () -> Void) { self.perform = perform }
}

/// Contains nothing but the work, under an unmangled name: callgrind does not find names with the mangling prefix.
@_silgen_name("keyfob_measured")
@inline(never)
func measured(_ work: UnsafeRawPointer) {
    Unmanaged<MeasuredWork>.fromOpaque(work).takeUnretainedValue().perform()
}
