"""The folders of a module depend on each other in one direction: python3 Scripts/checks/folders.py [STORE]

Reads the index store that `make build` writes: the symbols that each file defines and refers to, as the compiler has
resolved them. A folder depends on another folder of its module if a file in it refers to a symbol that a file of the
other one defines. Files directly in the module's folder count as one more folder. Folders within a folder are compared
among themselves.
"""

import collections
import ctypes
import os
import shutil
import sys

import tree

DEFINITION, REFERENCE = 2, 4
RECORD = 2
SOURCES = os.path.join(tree.ROOT, "Sources") + "/"


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


Visitor = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)
TextVisitor = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)


class IndexStore:
    """An index store, read through the toolchain's libIndexStore."""

    def __init__(self, path):
        compiler = shutil.which("swiftc")
        toolchain = os.path.dirname(os.path.dirname(os.path.realpath(compiler)))
        name = "libIndexStore.dylib" if sys.platform == "darwin" else "libIndexStore.so"
        self.library = ctypes.CDLL(os.path.join(toolchain, "lib", name))
        self.store = self.call("store_create", ctypes.c_void_p, path.encode(), None)
        if not self.store:
            sys.exit(f"{path} is not an index store. Build first: make build")

    def call(self, name, result, *arguments):
        function = getattr(self.library, "indexstore_" + name)
        function.restype = result
        return function(*(ctypes.c_void_p(a) if isinstance(a, int) else a for a in arguments))

    def units(self):
        names = []
        function = self.library.indexstore_store_units_apply_f
        function.restype = ctypes.c_bool
        visitor = TextVisitor(lambda _, name: names.append(str(name)) or True)
        function(ctypes.c_void_p(self.store), ctypes.c_uint(0), None, visitor)
        return names

    def unit(self, name):
        """Returns the main file of a unit and the names of its records."""
        reader = self.call("unit_reader_create", ctypes.c_void_p, self.store, name.encode(), None)
        if not reader:
            return "", []
        path = str(self.call("unit_reader_get_main_file", Text, reader))
        records = []
        if path.startswith(SOURCES):

            def visit(_, dependency):
                if self.call("unit_dependency_get_kind", ctypes.c_int, dependency) == RECORD:
                    records.append(str(self.call("unit_dependency_get_name", Text, dependency)))
                return True

            function = self.library.indexstore_unit_reader_dependencies_apply_f
            function.restype = ctypes.c_bool
            function(ctypes.c_void_p(reader), None, Visitor(visit))
        self.call("unit_reader_dispose", None, reader)
        return path, records

    def symbols(self, record):
        """Returns each symbol of a record: its identifier, its name and its roles."""
        reader = self.call("record_reader_create", ctypes.c_void_p, self.store, record.encode(), None)
        if not reader:
            return []
        found = []

        def visit(_, symbol):
            identifier = str(self.call("symbol_get_usr", Text, symbol))
            name = str(self.call("symbol_get_name", Text, symbol))
            found.append((identifier, name, self.call("symbol_get_roles", ctypes.c_uint64, symbol)))
            return True

        function = self.library.indexstore_record_reader_symbols_apply_f
        function.restype = ctypes.c_bool
        function(ctypes.c_void_p(reader), ctypes.c_bool(True), None, Visitor(visit))
        self.call("record_reader_dispose", None, reader)
        return found


def modules(store):
    """Returns the files of each module, as paths below its folder, with the symbols of each."""
    found = collections.defaultdict(dict)
    for name in store.units():
        path, records = store.unit(name)
        # A unit stays in the store after its file has been moved.
        if path.startswith(SOURCES) and os.path.exists(path):
            module, _, rest = path[len(SOURCES):].partition("/")
            found[module][rest] = [symbol for record in records for symbol in store.symbols(record)]
    return found


def references(files):
    """Yields each reference of a file to a symbol of another file."""
    home = {}
    for path, symbols in files.items():
        for identifier, _, roles in symbols:
            if roles & DEFINITION:
                home.setdefault(identifier, path)
    for path, symbols in files.items():
        for identifier, name, roles in symbols:
            target = home.get(identifier)
            if roles & REFERENCE and target and target != path:
                yield path, target, name


def levels(files):
    """Yields each folder that has folders, with a function that names the one of them in which a file is."""
    folders = {""} | {os.path.dirname(path) for path in files if "/" in path}
    folders |= {parent for folder in list(folders) for parent in parents(folder)}
    for folder in sorted(folders):
        prefix = folder + "/" if folder else ""

        def room(path, prefix=prefix):
            if not path.startswith(prefix):
                return None
            head, separator, _ = path[len(prefix):].partition("/")
            return head if separator else (None if prefix else ".")

        yield folder, room


def parents(folder):
    while "/" in folder:
        folder = os.path.dirname(folder)
        yield folder


def cycles(graph):
    """Returns the strongly connected components with more than one node (Tarjan 1972)."""
    index, low, stack, result = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for target in graph.get(node, ()):
            if target not in index:
                visit(target)
                low[node] = min(low[node], low[target])
            elif target in stack:
                low[node] = min(low[node], index[target])
        if low[node] == index[node]:
            position = stack.index(node)
            component = stack[position:]
            del stack[position:]
            if len(component) > 1:
                result.append(sorted(component))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return result


def faults_in(module, files):
    found = list(references(files))
    for folder, room in levels(files):
        graph = collections.defaultdict(lambda: collections.defaultdict(list))
        for path, target, name in found:
            source, other = room(path), room(target)
            if source and other and source != other:
                graph[source][other].append((path, target, name))
        for cycle in cycles(graph):
            place = os.path.join("Sources", module, folder).rstrip("/")
            yield f"{place}: {', '.join(cycle)} depend on each other"
            for source in cycle:
                for target in cycle:
                    uses = graph[source].get(target, [])
                    if uses:
                        path, to, name = min(uses)
                        yield f"    {source} -> {target} ({len(uses)}), for example {path} uses {name} of {to}"


def main():
    store = sys.argv[1] if len(sys.argv) > 1 else os.path.join(tree.ROOT, ".build", "debug", "index", "store")
    found = modules(IndexStore(store))
    faults = [fault for module, files in sorted(found.items()) for fault in faults_in(module, files)]
    for path in tree.swift("Sources"):
        module, _, rest = path[len("Sources/"):].partition("/")
        if rest not in found.get(module, {}):
            faults.append(f"{path}: not in the index store; build everything first")
    tree.finish(faults)


if __name__ == "__main__":
    main()
