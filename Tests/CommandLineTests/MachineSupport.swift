import Foundation

/// What some tests need and not every machine has.
enum MachineSupport {
  /// Whether programs find a locale with a decimal comma.
  static let hasGermanLocale = succeeds("locale -a | grep -qi '^de_DE[.]utf-*8$'")

  /// Whether this user may mount file systems here.
  static let canMount = succeeds(
    "d=$(mktemp -d) && mount -t tmpfs -o size=64k tmpfs $d && umount $d; e=$?; rmdir $d; exit $e")

  /// Whether there is a device that is always full.
  static let hasFullDevice = succeeds("test -w /dev/full")

  private static func succeeds(_ script: String) -> Bool {
    // SAFETY: the string is passed as a terminated copy that outlives the call.
    unsafe system("{ \(script); } >/dev/null 2>&1") == 0
  }
}
