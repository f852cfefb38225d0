/**
 * Takes the place of a part of the flag client: measurements that an application makes itself. The portal
 * makes none. Which flags were asked for is counted elsewhere in the client.
 */
export class InMemoryMetricRegistry {
  collect(): readonly [] {
    return []
  }
}

/** Where an application would define its measurements. */
export class MetricsAPI {
  defineCounter(): void {
    // Counts nothing.
  }
}
