import { readFile } from 'node:fs/promises'

const TICKS_PER_SECOND = 100

/** What Linux says of a process. */
export interface MeasuredProcess {
  /** Processor time that it has used so far, in microseconds. */
  processorTime: () => Promise<number>
  /** Megabytes that are resident. */
  memory: () => Promise<number>
}

export function measuredProcess(id: number): MeasuredProcess {
  return {
    processorTime: async () => {
      const stat = await readFile(`/proc/${id}/stat`, 'utf8')
      // The program's name, in parentheses, may hold anything; user and system time are 14th and 15th.
      const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
      return (((user ?? NaN) + (system ?? NaN)) / TICKS_PER_SECOND) * 1e6
    },
    memory: async () => {
      const status = await readFile(`/proc/${id}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
    },
  }
}

/** The first process that this one started. */
export async function firstChildOf(id: number): Promise<number> {
  const [child = ''] = (await readFile(`/proc/${id}/task/${id}/children`, 'utf8')).split(' ')
  return Number(child)
}
