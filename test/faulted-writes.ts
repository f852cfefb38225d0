import { describe, expect } from 'vitest'
import {
  listWriteFaults,
  successfulWriteResponses,
  listSentWrites as sentWrites,
  type Call,
  type Fault,
} from './fault-matrix.ts'
import type { TestEnvironment } from './environment.ts'
import { sandbox, test } from './test.ts'

interface Page {
  environment: TestEnvironment
  act: () => Promise<unknown>
  /** Clicks the retry button of the failed part. */
  again?: () => Promise<unknown>
  struck: (call: Call, fault: Pick<Fault, 'fault'>, run: () => Promise<unknown>) => Promise<void>
  shown: string[]
  visible: () => unknown
  /** Fails unless the screen keeps the input after a fault and a reload. */
  expectKept: () => unknown
  /** Fails unless each record exists once and the screen shows completion. */
  expectDone: (after?: Fault) => Promise<unknown>
}

/** Tells whether the test confirms the question with this message key. */
type Agrees = (key: string) => boolean

export interface FaultedWrite {
  name: string
  call: Call
  /** Statuses that the call handles specially. */
  meant?: readonly string[]
  open: (header: string, agrees?: Agrees) => Promise<Page>
  agrees?: (fault: Fault) => Agrees
  tells: (fault: Fault) => unknown
  shows?: (fault: Fault) => readonly string[]
  asks: (fault: Fault) => readonly string[]
  writes: readonly string[]
  dialogs?: readonly string[]
  /** Write requests of the attempt with the fault, by default `writes`. */
  before?: readonly string[]
  after: (fault: Fault) => readonly string[]
  isRead?: true
  /** Expected error and questions after a response without required fields. */
  untold?: { shows: string; asks: readonly string[] }
}

const callOf = ({ method, path }: Call) =>
  `${method} ${path.slice('/api'.length)}`.replace('{identifier}', '{id}')

/** Tests each write with every fault and every variant of a success. */
export function testFaultedWrites(all: readonly FaultedWrite[]): void {
  describe.each(all)('$name', (write) => {
    const { call, open, meant, tells, shows, asks, before, after, dialogs = [], untold } = write
    const sent = callOf(call)

    test.each(listWriteFaults(meant ? { meanings: meant } : {}))(
      'shows $name, keeps the input and creates everything once; header "$header"',
      async ({ header, ...fault }) => {
        const page = await open(header, write.agrees?.(fault))
        await page.struck(call, fault, page.act)
        expect(page.visible()).toMatchObject(tells(fault) as object)
        expect(page.shown.splice(0)).toEqual(shows?.(fault) ?? [])
        await page.expectKept()
        // The server may still process a write that timed out.
        await sandbox.settled()
        const isRepeated = fault.writes === 2 && write.writes.includes(sent)
        const first = [...(before ?? write.writes), ...(isRepeated ? [sent] : [])]
        expect(await sentWrites(sandbox)).toEqual(first.sort())

        await sandbox.clearRequests()
        await (page.again ?? page.act)()
        await page.expectDone(fault)
        expect(page.shown).toEqual(asks(fault))
        expect(await sentWrites(sandbox)).toEqual([...after(fault)].sort())
      },
    )

    test.each(write.isRead ? [] : successfulWriteResponses)(
      'continues after $name without creating anything twice; header "$header"',
      async ({ header, isWhole, ...fault }) => {
        const page = await open(header)
        await page.struck(call, fault, page.act)
        const isStuck = untold !== undefined && !isWhole
        if (isStuck) {
          expect(page.shown.splice(0)).toEqual([untold.shows])
          await page.act()
        }
        await page.expectDone()
        expect(page.shown).toEqual(isStuck ? untold.asks : dialogs)
        const again = isStuck ? [sent] : []
        expect(await sentWrites(sandbox)).toEqual([...write.writes, ...again].sort())
      },
    )
  })
}
