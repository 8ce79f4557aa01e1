import Testing

@testable import Env2048

@Suite struct ObservationEncodingTests {
  @Test("Case 22: 65,536 and 131,072 have channels of their own, and each cell has one 1")
  func oneHot() {
    let board = Board("65536 131072 0 2 / 4 8 16 32 / 64 128 256 512 / 1024 2048 4096 8192")
    let encoding = OneHotEncoding()
    let space = encoding.space(for: .standard)
    #expect(space.shape == [4, 4, 18])
    #expect(space.element == .float32)
    #expect(space.range == 0...1)
    let numbers = encoding.encoded(board)
    #expect(numbers.count == space.count)
    #expect(numbers[0 * 18 + 16] == 1)
    #expect(numbers[1 * 18 + 17] == 1)
    #expect(numbers[2 * 18 + 0] == 1)
    for cell in 0..<16 {
      let channels = numbers[(18 * cell)..<(18 * cell + 18)]
      #expect(channels.count { $0 == 1 } == 1)
      #expect(channels.count { $0 == 0 } == 17)
      #expect(channels.firstIndex(of: 1) == 18 * cell + board[cell])
    }
  }

  @Test("Case 22: the largest tile of every shape has a channel", arguments: BoardShape.everyShape)
  func everyShape(shape: BoardShape) {
    let largest = shape.largestReachableExponent
    var grid = Grid(shape: shape)
    grid[shape.cellCount - 1] = largest
    let oneHot = OneHotEncoding().encoded(grid)
    #expect(oneHot.count == shape.cellCount * (largest + 1))
    #expect(oneHot.last == 1)
    #expect(oneHot.reduce(0, +) == Float(shape.cellCount))
    #expect(LogScaleEncoding().encoded(grid).last == 1)
    #expect(ExponentEncoding().encoded(grid).last == UInt8(largest))
    #expect(ExponentEncoding().space(for: shape).range.upperBound == Double(largest))
  }

  @Test("Exponents and their scaled form, row by row")
  func plainEncodings() throws {
    let grid = Grid("2 0 8 / 0 64 4")
    #expect(ExponentEncoding().encoded(grid) == [1, 0, 3, 0, 6, 2])
    #expect(ExponentEncoding().space(for: grid.shape).shape == [2, 3])
    #expect(ExponentEncoding().space(for: grid.shape).element == .uint8)
    let scaled = LogScaleEncoding().encoded(grid)
    #expect(zip(scaled, [1, 0, 3, 0, 6, 2]).allSatisfy { abs($0 - $1 / 7) < 1e-6 })
    #expect(LogScaleEncoding().space(for: grid.shape).count == 6)
    let environment = try GameEnvironment<Grid>(rules: Rules(shape: grid.shape))
    #expect(environment.observationSpace == ExponentEncoding().space(for: grid.shape))
  }

  @Test("An encoding writes every number of its output")
  func overwrites() {
    let board = Board(padded: "2 4 8 16")
    var floats = [Float](repeating: .nan, count: 16 * 18)
    var span = floats.mutableSpan
    OneHotEncoding().encode(board, into: &span)
    #expect(floats == OneHotEncoding().encoded(board))
  }

  @Test("An output of the wrong length and an impossible tile are refused")
  func refusals() async {
    await #expect(processExitsWith: .failure) {
      var numbers = [Float](repeating: 0, count: 15)
      var span = numbers.mutableSpan
      LogScaleEncoding().encode(Board.empty, into: &span)
    }
    await #expect(processExitsWith: .failure) {
      var board = Board.empty
      board[0] = 18
      _ = OneHotEncoding().encoded(board)
    }
  }
}
