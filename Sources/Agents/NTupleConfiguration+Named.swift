import Env2048

extension NTupleConfiguration {
  /// The networks of the field for 4×4 boards, smallest first.
  ///
  /// Sources: 17x4 is that of Szubert and Jaśkowski, "Temporal difference
  /// learning of n-tuple networks for the game 2048" (CIG 2014), with a table
  /// for each place; the others are known by these names from the program
  /// TDL2048 and, for 6x6 to 8x6, from Matsuzaki, "Systematic selection of
  /// n-tuple networks with consideration of interinfluence" (TAAI 2016).
  private static let standardNetworks: [(name: String, patterns: String)] = [
    ("5x4", "0123 4567 0145 1256 569a"),
    (
      "17x4",
      "0123 4567 89ab cdef 048c 159d 26ae 37bf "
        + "0145 1256 2367 4589 569a 67ab 89cd 9ade abef"
    ),
    ("4x5", "01234 45678 01245 45689"),
    ("4x6", "012345 456789 012456 45689a"),
    ("5x6", "012345 456789 89abcd 012456 45689a"),
    ("6x6", "012456 456789 012345 234569 01259a 345678"),
    ("7x6", "012456 456789 012345 234569 01259a 345678 134567"),
    ("8x6", "012456 456789 012345 234569 01259a 345678 134567 01489a"),
  ]

  /// The names that `named(_:shape:)` knows for boards of a shape.
  public static func names(for shape: BoardShape) -> [String] {
    ["default"] + (shape == .standard ? standardNetworks.map(\.name) : [])
  }

  /// The network with a name.
  ///
  /// `default` stands for 4x6 on 4×4 boards and for patterns made for the
  /// shape elsewhere.
  /// - Throws: `NTupleError.unknownNetwork`, which lists the known names.
  public static func named(
    _ name: String, shape: BoardShape = .standard
  ) throws(NTupleError) -> NTupleConfiguration {
    if name == "default", shape != .standard {
      return try NTupleConfiguration(shape: shape, patterns: patterns(for: shape))
    }
    let sought = name == "default" ? "4x6" : name
    guard shape == .standard, let network = standardNetworks.first(where: { $0.name == sought })
    else { throw .unknownNetwork(name: name, shape: shape, known: names(for: shape)) }
    return try NTupleConfiguration(
      patterns: parsing(network.patterns, separator: " "), usesSymmetries: sought != "17x4")
  }

  /// The name of this network, if it is one of those that have one, whatever
  /// its stages.
  public var name: String? {
    let oneStage = try? inStages(from: [])
    return Self.names(for: shape).reversed().first {
      (try? Self.named($0, shape: shape)) == oneStage
    }
  }

  /// The name of this network or else its patterns, and its stages.
  public var label: String {
    (name ?? patterns.map(\.description).joined(separator: ",")) + stageDescription
  }

  /// Reads patterns from text, such as `012345,456789`.
  ///
  /// - Throws: `NTupleError` that names the pattern at fault.
  public static func parsing(
    _ text: some StringProtocol, separator: Character = ","
  ) throws(NTupleError) -> [NTuplePattern] {
    var patterns: [NTuplePattern] = []
    for part in text.split(separator: separator, omittingEmptySubsequences: false) {
      patterns.append(try NTuplePattern(text: part))
    }
    return patterns
  }

  /// Patterns for boards of any shape: the whole board up to six cells; else
  /// all rectangles of 2×3 and 3×2 cells, and on boards of up to 12 cells (or
  /// too narrow for rectangles) also lines of up to four with two cells beside
  /// their end, one of each kind that a symmetry of the board maps to another.
  private static func patterns(for shape: BoardShape) throws(NTupleError) -> [NTuplePattern] {
    guard shape.cellCount > 6 else {
      return [try NTuplePattern(cells: Array(0..<shape.cellCount))]
    }
    typealias Place = (row: Int, column: Int)
    func turned(_ form: [Place]) -> [Place] { form.map { (row: $0.column, column: $0.row) } }
    let rectangle: [Place] = (0..<6).map { (row: $0 / 3, column: $0 % 3) }
    var forms = [rectangle, turned(rectangle)]
    if shape.cellCount <= 12 || min(shape.rows, shape.columns) == 1 {
      let row: [Place] = (0..<6).map { (row: 0, column: $0) }
      let hook: [Place] = row[..<4] + [(row: 1, column: 0), (row: 1, column: 1)]
      // Boards of three rows or columns have no line of four: bend it.
      let bend: [Place] =
        row[..<3] + [(row: 1, column: 0), (row: 1, column: 1), (row: 2, column: 0)]
      forms += [hook, turned(hook), row, turned(row), bend]
    }
    var seen: Set<Set<Int>> = []
    var patterns: [NTuplePattern] = []
    for form in forms {
      for row in 0..<shape.rows {
        for column in 0..<shape.columns {
          let places = form.map { Place(row: $0.row + row, column: $0.column + column) }
          guard places.allSatisfy({ $0.row < shape.rows && $0.column < shape.columns }) else {
            continue
          }
          let cells = places.map { $0.row * shape.columns + $0.column }
          let images = shape.symmetries.map { symmetry in
            Set(cells.map { symmetry.source(ofCell: $0, shape: shape) })
          }
          guard seen.isDisjoint(with: images) else { continue }
          seen.formUnion(images)
          patterns.append(try NTuplePattern(cells: cells))
        }
      }
    }
    return patterns
  }
}
