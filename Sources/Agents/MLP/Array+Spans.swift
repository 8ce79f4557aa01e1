extension Array {
  /// Lets a closure write to the elements through a span.
  ///
  /// For arrays that are properties of an object: a span of one would outlive
  /// the access to it.
  @inline(__always)
  mutating func withMutableSpan<Result>(
    _ body: (inout MutableSpan<Element>) -> Result
  ) -> Result {
    var span = mutableSpan
    return body(&span)
  }
}
