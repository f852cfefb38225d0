/** Runs `work` and returns its processor time in seconds, independent of other programs. */
export function measureProcessorTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}
