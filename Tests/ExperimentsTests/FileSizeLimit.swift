import Foundation

/// Makes every write beyond a size fail, in this process and for good.
func limitFileSize(to bytes: Int) -> Bool {
  #if canImport(Darwin)
    let resource = RLIMIT_FSIZE
  #else
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #endif
  var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
  // SAFETY: the pointer is valid for the call, which keeps nothing.
  return unsafe setrlimit(resource, &limit) == 0
}
