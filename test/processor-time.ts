/** Runs `work` and returns its processor time in seconds, which other programs of a busy machine do not change. */
export function measureProcessorTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}
