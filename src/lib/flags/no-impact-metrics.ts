/**
 * Stands in for the part of the flag client that counts what an application itself measures. The
 * portal measures nothing; which flags it asked for is counted elsewhere in the client.
 */
export class InMemoryMetricRegistry {
  collect(): readonly [] {
    return []
  }
}

/** How the application would say what to measure. */
export class MetricsAPI {
  defineCounter(): void {
    // Counts nothing.
  }
}
