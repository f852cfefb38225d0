import { describe, expect } from 'vitest'
import {
  faultsOfWrite,
  successesOfWrite,
  writes as sentWrites,
  type Call,
  type Fault,
} from './fault-matrix.ts'
import type { TestEnvironment } from './environment.ts'
import { sandbox, test } from './test.ts'

/** A page on which everything is filled in. */
interface Page {
  environment: TestEnvironment
  /** Makes the write, or does again what it is part of. */
  act: () => Promise<unknown>
  /** Does again only what failed, where that is another press. */
  again?: () => Promise<unknown>
  /** Does something while a fault strikes a call. */
  struck: (call: Call, fault: Pick<Fault, 'fault'>, run: () => Promise<unknown>) => Promise<void>
  /** The dialogs that were shown so far. */
  shown: string[]
  /** What the screen says of what failed. */
  told: () => unknown
  /** What was filled in is there, also after a reload. */
  expectKept: () => unknown
  /** Everything is made, once, and the screen goes on, after a fault if there was one. */
  expectDone: (after?: Fault) => Promise<unknown>
}

/** Which questions are answered by a yes; all unless given. */
type Agrees = (key: string) => boolean

/** A write of a screen: which call, what is told of its faults, and what is asked and sent again. */
export interface FaultedWrite {
  name: string
  call: Call
  /** Statuses that mean something of their own. */
  meant?: readonly string[]
  open: (header: string, agrees?: Agrees) => Promise<Page>
  agrees?: (fault: Fault) => Agrees
  /** What is told of a fault, and the dialogs that say it. */
  tells: (fault: Fault) => unknown
  shows?: (fault: Fault) => readonly string[]
  /** The dialogs of the next attempt, after what was sent before it may have been carried out. */
  asks: (fault: Fault) => readonly string[]
  /** All that is written where nothing goes wrong, and the dialogs of that. */
  writes: readonly string[]
  dialogs?: readonly string[]
  /** What is written up to the fault, where that is not all, and what the next attempt writes. */
  before?: readonly string[]
  after: (fault: Fault) => readonly string[]
  /** Whether it only looks, so that no success of it is lost. */
  isRead?: true
  /** Where an answer that does not tell all is no success: it is told as this, and asked about. */
  untold?: { shows: string; asks: readonly string[] }
}

const callOf = ({ method, path }: Call) =>
  `${method} ${path.slice('/api'.length)}`.replace('{identifier}', '{id}')

/** Plays every fault of each write, and every other success of it. */
export function playFaults(all: readonly FaultedWrite[]): void {
  describe.each(all)('$name', (write) => {
    const { call, open, meant, tells, shows, asks, before, after, dialogs = [], untold } = write
    const sent = callOf(call)

    test.each(faultsOfWrite(meant ? { told: meant } : {}))(
      '$name, header "$header": told, nothing lost, and each thing made once',
      async ({ header, ...fault }) => {
        const page = await open(header, write.agrees?.(fault))
        await page.struck(call, fault, page.act)
        expect(page.told()).toMatchObject(tells(fault) as object)
        expect(page.shown.splice(0)).toEqual(shows?.(fault) ?? [])
        await page.expectKept()
        // What timed out may still be under way.
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

    test.each(write.isRead ? [] : successesOfWrite)(
      '$name, header "$header": it was made, and never again unasked',
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
