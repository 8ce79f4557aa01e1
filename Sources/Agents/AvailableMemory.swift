#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension NTupleError {
  /// Refuses, before the first byte is taken, what the machine has no memory for.
  ///
  /// - Throws: `NTupleError.memory`.
  package static func requireMemory(_ bytes: Int) throws(NTupleError) {
    try requireMemory(bytes, of: availableMemory())
  }

  /// Refuses what takes more than the available bytes.
  static func requireMemory(_ bytes: Int, of available: Int) throws(NTupleError) {
    guard bytes <= available else {
      throw .memory(neededBytes: bytes, availableBytes: available)
    }
  }
}

/// The bytes of memory that can be taken without pushing others out.
///
/// On Linux what the kernel estimates as available; elsewhere, and if that
/// cannot be read, all the memory there is.
func availableMemory() -> Int {
  #if canImport(Glibc)
    if let file = unsafe fopen("/proc/meminfo", "r") {
      defer { unsafe fclose(file) }
      var line = [CChar](repeating: 0, count: 128)
      while unsafe fgets(&line, Int32(line.count), file) != nil {
        var kibibytes = 0
        let found = unsafe withUnsafeMutablePointer(to: &kibibytes) { pointer in
          unsafe withVaList([pointer]) { unsafe vsscanf(line, "MemAvailable: %ld kB", $0) }
        }
        if found == 1 { return kibibytes << 10 }
      }
    }
  #endif
  return sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
}
