import { randomUUID } from 'node:crypto'
import { createPortalEnvironment } from '../../../sandbox/portal-environment.ts'
import { startPortal } from '../../../server/start.ts'
import { startTestSandbox } from '../../../test/sandbox.ts'
import { findFreePort } from '../../programs/free-port.ts'
import type { Administration } from './administration.ts'
import { createRealmWithAccounts } from './realm.ts'
import { applyRealmVariant, type RealmVariant } from './variants.ts'

/**
 * Starts the built portal and a sandbox with a new realm.
 *
 * @param origin Keycloak's address for browsers
 * @param variant differences from the operators' realm
 */
export async function startPortalWithKeycloak(
  keycloak: Administration,
  origin: string,
  variant: RealmVariant = {},
) {
  const name = `koppelpunt-${randomUUID()}`
  const issuer = `${origin}/realms/${name}`
  const realm = keycloak.realm(name)
  const sandbox = await startTestSandbox({ quiet: true, issuer, directory: realm.directory })
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  await sandbox.changeSettings({ portalUrl: url })
  await keycloak.createRealm(
    applyRealmVariant(createRealmWithAccounts(url, { name, idOf: () => randomUUID() }), variant),
  )
  const portal = await startPortal({
    port,
    environment: {
      ...createPortalEnvironment(sandbox.url),
      PORTAL_OIDC_AUTHORITY: issuer,
      PORTAL_IDENTITY_ADMIN_URL: '',
    },
  })
  await portal.firstDiscovery
  const close = async () => {
    await portal.close()
    await sandbox.close()
  }
  return { portal: url, sandbox, realm, issuer, close }
}
