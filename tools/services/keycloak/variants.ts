import type { RealmRepresentation } from './realm.ts'

type Changes = Record<string, unknown>

/** Changes to the Keycloak realm that an operator might make. */
export interface RealmVariant {
  realm?: Changes
  client?: Changes
  version?: keyof typeof claims
  lightweight?: boolean
  /** Right of resellers in the client `realm-management`. */
  resellersMay?: 'query-users'
}

/** Keycloak mapper settings that add `version` to a token or userinfo. */
const claims = {
  'lightweight access token': { 'access.token.claim': 'true', 'lightweight.claim': 'true' },
  userinfo: { 'userinfo.token.claim': 'true' },
} as const

function versionMapper(place: keyof typeof claims): Changes & { name: string } {
  return {
    name: 'version',
    protocol: 'openid-connect',
    protocolMapper: 'oidc-usermodel-attribute-mapper',
    config: {
      'user.attribute': 'version',
      'claim.name': 'version',
      'jsonType.label': 'String',
      'id.token.claim': 'false',
      'access.token.claim': 'false',
      'userinfo.token.claim': 'false',
      ...claims[place],
    },
  }
}

const mayOnly = (right: 'query-users'): Changes => ({
  realm: ['reseller', 'administrator', 'merchant'].map((name) =>
    name === 'merchant'
      ? { name }
      : { name, composite: true, composites: { client: { 'realm-management': [right] } } },
  ),
})

export function applyRealmVariant(
  representation: RealmRepresentation,
  variant: RealmVariant,
): RealmRepresentation {
  const { realm = {}, client = {}, version, lightweight = false, resellersMay } = variant
  const [portal] = representation.clients
  const attributes = {
    ...(portal.attributes as Changes),
    ...(client.attributes as Changes | undefined),
    'client.use.lightweight.access.token.enabled': String(lightweight),
  }
  return {
    ...representation,
    ...realm,
    ...(resellersMay !== undefined && { roles: mayOnly(resellersMay) }),
    clients: [
      {
        ...portal,
        ...client,
        attributes,
        ...(version !== undefined && {
          protocolMappers: portal.protocolMappers.map((mapper) =>
            mapper.name === 'version' ? versionMapper(version) : mapper,
          ),
        }),
      },
    ],
  }
}
