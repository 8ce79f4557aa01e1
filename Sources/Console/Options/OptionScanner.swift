import CArgp

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One line of an option table as argp reads it.
enum OptionEntry: Equatable {
  /// The title printed above the entries of its group.
  case header(String, group: Int32)
  /// An option; without a placeholder it takes no value.
  case option(name: String, short: Character?, placeholder: String?, help: String, group: Int32)
  /// A name shown in the help only, such as a subcommand.
  case note(name: String, help: String, group: Int32)
}

/// What stands at one place of a command line.
enum ScannedArgument: Equatable {
  /// The option at this index of the entries, with its text if it takes a value.
  case option(index: Int, value: String?)
  /// An argument that is no option.
  case positional(String)
  /// The element of the command line at which argp gave up; always the last.
  case rejected(String)
}

/// Splits a command line, and formats help, with the C library's argp.
///
/// This file holds every call into argp. It asks argp only to scan: values,
/// suggestions and messages are the business of ``Command``.
struct OptionScanner {
  /// The option table, in the order of the help but for argp's sorting by name within a group.
  let entries: [OptionEntry]

  /// Scans the arguments that follow the program's name.
  ///
  /// Options and positional arguments come in the order they were written,
  /// so that the first mistake on the line is the one reported.
  func scan(_ arguments: [String]) -> [ScannedArgument] {
    let strings = CStringArena()
    let record = ScanRecord(indexByKey: indexByKey)
    var vector = unsafe (["program"] + arguments).map { unsafe strings.copy($0) } + [nil]
    let status = unsafe withParser(doc: nil, usage: nil, strings: strings) { parser in
      // SAFETY: argp reads the vector, the table and the strings, all of which outlive the
      // call, and hands `record` back to `scanArgument` only while the call lasts.
      let input = unsafe Unmanaged.passUnretained(record).toOpaque()
      let flags = UInt32(ARGP_NO_EXIT | ARGP_NO_ERRS | ARGP_NO_HELP | ARGP_IN_ORDER)
      return unsafe argp_parse(
        &parser, Int32(arguments.count + 1), &vector, flags, nil, input)
    }
    if status != 0, arguments.indices.contains(record.next - 1) {
      record.scanned.append(.rejected(arguments[record.next - 1]))
    }
    return record.scanned
  }

  /// The help: usage line, summary, option table, epilogue.
  ///
  /// - Parameters:
  ///   - name: The program as the usage line names it.
  ///   - usage: The positional arguments as the usage line shows them.
  ///   - summary: The text above the option table.
  ///   - epilogue: The text below it.
  func help(name: String, usage: String, summary: String, epilogue: String) -> String {
    let strings = CStringArena()
    let doc = epilogue.isEmpty ? summary : summary + "\u{B}" + epilogue
    let usage = usage.isEmpty ? nil : usage
    return unsafe withParser(doc: doc, usage: usage, strings: strings) { parser in
      // SAFETY: `open_memstream` owns buffer and size until `fclose`, which leaves a
      // terminated buffer that is ours to free.
      var buffer: UnsafeMutablePointer<CChar>?
      var size = 0
      guard let stream = unsafe open_memstream(&buffer, &size) else { return "" }
      let parts = ARGP_HELP_SHORT_USAGE | ARGP_HELP_LONG | ARGP_HELP_PRE_DOC | ARGP_HELP_POST_DOC
      unsafe argp_help(&parser, stream, UInt32(parts), strings.copy(name))
      unsafe fclose(stream)
      defer { unsafe free(buffer) }
      return unsafe buffer.map { unsafe String(cString: $0) } ?? ""
    }
  }

  /// The key argp reports an entry under: its short name, or a number above every character.
  private func key(of entry: OptionEntry, at index: Int) -> Int32 {
    switch entry {
    case .header: 0
    case .option(_, let short?, _, _, _): Int32(short.asciiValue ?? 0)
    case .option, .note: 256 + Int32(index)
    }
  }

  private var indexByKey: [Int32: Int] {
    var indices: [Int32: Int] = [:]
    for (index, entry) in entries.enumerated() {
      if case .option = entry { indices[key(of: entry, at: index)] = index }
    }
    return indices
  }

  /// Calls `body` with an argp parser over the entries, valid for the call only.
  private func withParser<Result>(
    doc: String?, usage: String?, strings: CStringArena, _ body: (inout argp) -> Result
  ) -> Result {
    var table = unsafe entries.enumerated().map { index, entry in
      unsafe row(of: entry, key: key(of: entry, at: index), strings: strings)
    }
    unsafe table.append(argp_option())
    return unsafe table.withUnsafeBufferPointer { table in
      // SAFETY: the table outlives the closure; the arena outlives this function.
      var parser = unsafe argp(
        options: table.baseAddress, parser: scanArgument,
        args_doc: strings.copy(usage), doc: strings.copy(doc), children: nil,
        help_filter: nil, argp_domain: nil)
      return withExtendedLifetime(strings) { unsafe body(&parser) }
    }
  }

  private func row(of entry: OptionEntry, key: Int32, strings: CStringArena) -> argp_option {
    switch entry {
    case .header(let title, let group):
      unsafe argp_option(
        name: nil, key: 0, arg: nil, flags: 0, doc: strings.copy(title), group: group)
    case .option(let name, _, let placeholder, let help, let group):
      unsafe argp_option(
        name: strings.copy(name), key: key, arg: strings.copy(placeholder), flags: 0,
        doc: strings.copy(help), group: group)
    case .note(let name, let help, let group):
      unsafe argp_option(
        name: strings.copy(name), key: key, arg: nil, flags: Int32(OPTION_DOC),
        doc: strings.copy(help), group: group)
    }
  }
}

/// Takes down what argp finds.
private func scanArgument(
  key: Int32, value: UnsafeMutablePointer<CChar>?, state: UnsafeMutablePointer<argp_state>?
) -> error_t {
  // SAFETY: argp passes the state of the running `argp_parse`, whose input is the record that
  // `scan` holds alive; the value is a terminated string of the argument vector.
  guard let state = unsafe state, let input = unsafe state.pointee.input else { return E2BIG }
  let record = unsafe Unmanaged<ScanRecord>.fromOpaque(input).takeUnretainedValue()
  let text = unsafe value.map { unsafe String(cString: $0) }
  if key == ARGP_KEY_ARG {
    record.scanned.append(.positional(text ?? ""))
  } else if let index = record.indexByKey[key] {
    record.scanned.append(.option(index: index, value: text))
  } else {
    return E2BIG  // ARGP_ERR_UNKNOWN: one of argp's own events, of no interest here
  }
  record.next = Int(unsafe state.pointee.next)
  return 0
}

/// What the callback has seen so far.
private final class ScanRecord {
  let indexByKey: [Int32: Int]
  var scanned: [ScannedArgument] = []
  /// The element of the vector argp looks at next, and so the one to blame if it stops.
  var next = 1

  init(indexByKey: [Int32: Int]) {
    self.indexByKey = indexByKey
  }
}

/// C strings that live as long as the arena.
///
/// - Invariant: every pointer in `copies` came from `strdup` and is freed once, in `deinit`.
@safe
private final class CStringArena {
  private var copies: [UnsafeMutablePointer<CChar>] = unsafe []

  /// A terminated copy of the text, valid as long as the arena; `nil` for `nil`.
  func copy(_ text: String?) -> UnsafeMutablePointer<CChar>? {
    guard let text, let copy = unsafe strdup(text) else { return nil }
    unsafe copies.append(copy)
    return unsafe copy
  }

  deinit {
    while let copy = unsafe copies.popLast() { unsafe free(copy) }
  }
}
