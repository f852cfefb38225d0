import { logError } from '../../lib/environment.ts'
import { leavePatience } from '../../lib/limits.ts'
import { isForgotten } from '../session/user-memory.ts'
import type { Portal } from '../shell/portal.ts'
import { dryRun } from './dry-run.ts'
import { readsOf, type Reads } from './reads.ts'
import { createWriter, type Writer } from './write.ts'

/**
 * The way to the services outside the portal, for real or as a dry run (§4): whoever has one need
 * not know which.
 */
export interface Gateway extends Reads {
  /** Writes; a dry run says what it would have sent. */
  write: Writer
  /**
   * Whether nothing stands in the way of writing, such as another tab that writes the same. A dry
   * run writes nothing, so that nothing stands in its way.
   */
  mayWrite: (check: () => Promise<boolean>) => Promise<boolean>
  /** Takes note of what was written, or is about to be; of a dry run there is nothing to note. */
  note: (work: () => unknown) => Promise<void>
  /**
   * Leaves the portal, unless nobody is signed in any more, once what is left over was told. Resolves
   * when the browser stayed after all. A dry run shows where it would have gone.
   */
  leave: (address: URL) => Promise<void>
  /** Whether what is sent once is carried out once: the server can tell when a browser repeats it. */
  isExact: boolean
  /** For what the user is told; nothing else depends on it. */
  isDryRun: boolean
}

function createGateway(portal: Portal, user: string): Gateway {
  const { environment, configuration } = portal
  const isExact = configuration.idempotencyHeader !== null
  const { call, written } = readsOf(portal, user)
  /** What is told when the browser leaves, by the name of the write. */
  const untold = new Map<string | undefined, () => Promise<void>>()

  const write = createWriter({
    portal,
    call,
    written,
    tellOthers: async (write, answer) => {
      const tell = async () => {
        try {
          const { tellLeftOver } = await import('./left-over.ts')
          await tellLeftOver(portal, call, write, answer)
        } catch (error) {
          logError(environment, 'what is left over could not be looked for', error)
        }
      }
      if (write.leftOver?.isToldOnLeaving) untold.set(write.name, tell)
      else await tell()
    },
  })

  return {
    call,
    write,
    written,
    mayWrite: (check) => check(),
    note: async (work) => {
      await work()
    },
    leave: async (address) => {
      for (const tell of untold.values()) await tell()
      untold.clear()
      if (!isForgotten(environment)) environment.navigate(address)
      // The page is on its way out; still here after that, it did not go.
      await environment.wait(leavePatience)
    },
    isExact,
    isDryRun: false,
  }
}

/** Those of each portal. Somebody is signed in before a screen asks for one. */
const gateways = new WeakMap<Portal, Record<'real' | 'dryRun', Gateway>>()

/**
 * The gateway of whoever is signed in, one for all screens: the real one, or that of a dry run, as the
 * flag has it now. It may change while a form is open: a submit takes one for all that it does.
 *
 * @param user id of the signed-in user, to whom what is remembered belongs
 */
export function gatewayOf(portal: Portal, user: string): Gateway {
  let made = gateways.get(portal)
  if (made === undefined) {
    const real = createGateway(portal, user)
    made = { real, dryRun: { ...real, ...dryRun(portal) } }
    gateways.set(portal, made)
  }
  return portal.flags.isEnabled('dry_run') ? made.dryRun : made.real
}
