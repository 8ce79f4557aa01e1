/// A way to turn a board into numbers for a learner.
public protocol ObservationEncoding: Sendable {
  /// The type of one number.
  associatedtype Element: Sendable, Numeric

  /// Shape, type and range of the numbers for boards of a shape.
  func space(for shape: BoardShape) -> ObservationSpace

  /// Writes the numbers of one board.
  ///
  /// - Parameters:
  ///   - board: The board to encode.
  ///   - output: Receives the numbers, shape as in `space(for:)`, row-major.
  /// - Precondition: `output.count == space(for: board.shape).count`.
  func encode(_ board: some BoardState, into output: inout MutableSpan<Element>)
}

extension ObservationEncoding {
  /// Returns the numbers of one board in a new array.
  public func encoded(_ board: some BoardState) -> [Element] {
    var numbers = [Element](repeating: 0, count: space(for: board.shape).count)
    var output = numbers.mutableSpan
    encode(board, into: &output)
    return numbers
  }
}

/// The exponents of the cells: UInt8 [rows, columns], 0 for an empty cell.
public struct ExponentEncoding: ObservationEncoding {
  /// Creates the encoding.
  public init() {}

  /// UInt8 [rows, columns], up to the largest reachable exponent.
  public func space(for shape: BoardShape) -> ObservationSpace {
    ObservationSpace(
      shape: [shape.rows, shape.columns], element: .uint8,
      range: 0...Double(shape.largestReachableExponent))
  }

  /// Writes the exponents, row by row.
  public func encode(_ board: some BoardState, into output: inout MutableSpan<UInt8>) {
    let cells = board.shape.cellCount
    precondition(output.count == cells, "Output must have \(cells) numbers")
    for cell in 0..<cells { output[cell] = UInt8(board[cell]) }
  }
}

/// One channel for each exponent: Float [rows, columns, channels].
///
/// The number of channels is that of the cells plus 2, 18 on 4×4: channel 0
/// is 1 on an empty cell, channel e where the exponent is e.
public struct OneHotEncoding: ObservationEncoding {
  /// Creates the encoding.
  public init() {}

  /// Float [rows, columns, largest reachable exponent + 1], each 0 or 1.
  public func space(for shape: BoardShape) -> ObservationSpace {
    ObservationSpace(
      shape: [shape.rows, shape.columns, shape.largestReachableExponent + 1],
      element: .float32, range: 0...1)
  }

  /// Writes a 1 into one channel of every cell and 0 into the others.
  public func encode(_ board: some BoardState, into output: inout MutableSpan<Float>) {
    let cells = board.shape.cellCount
    let channels = board.shape.largestReachableExponent + 1
    precondition(output.count == cells * channels, "Output must have \(cells * channels) numbers")
    output.update(repeating: 0)
    for cell in 0..<cells {
      precondition(board[cell] < channels, "Exponent beyond the largest reachable one")
      output[cell * channels + board[cell]] = 1
    }
  }
}

/// The exponents scaled to 0...1: Float [rows, columns].
///
/// An exponent is the binary logarithm of the face value; it is divided by
/// the largest reachable one, 17 on 4×4.
public struct LogScaleEncoding: ObservationEncoding {
  /// Creates the encoding.
  public init() {}

  /// Float [rows, columns], 0...1.
  public func space(for shape: BoardShape) -> ObservationSpace {
    ObservationSpace(shape: [shape.rows, shape.columns], element: .float32, range: 0...1)
  }

  /// Writes the scaled exponents, row by row.
  public func encode(_ board: some BoardState, into output: inout MutableSpan<Float>) {
    let cells = board.shape.cellCount
    precondition(output.count == cells, "Output must have \(cells) numbers")
    let largest = Float(board.shape.largestReachableExponent)
    for cell in 0..<cells { output[cell] = Float(board[cell]) / largest }
  }
}
