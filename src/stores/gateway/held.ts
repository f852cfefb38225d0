import type { Portal } from '../shell/portal.ts'
import { gatewayOf, type Gateway } from './gateway.ts'
import type { Writer } from './write.ts'

/**
 * The way to the gateway of now (`gatewayOf`) that reads as ever, and writes nothing until it is
 * released: what is pressed meanwhile waits. Where it never is, nothing is sent.
 */
export function holdWrites(portal: Portal, user: string) {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = new WeakMap<Gateway, Gateway>()

  function gatewayNow(): Gateway {
    const gateway = gatewayOf(portal, user)
    const write: Writer = async (described) => {
      await released
      return gateway.write(described)
    }
    const made = held.get(gateway) ?? { ...gateway, write }
    held.set(gateway, made)
    return made
  }
  return { gatewayNow, release }
}
