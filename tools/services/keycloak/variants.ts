import type { RealmRepresentation } from './realm.ts'

type Changes = Record<string, unknown>

/** Where the user attribute `version` ends up, by the settings of its mapper. */
type VersionPlace = 'lightweight access token' | 'userinfo'

/** What an installation may have set otherwise than the operators' file. */
export interface Variant {
  /** Settings of the realm itself, such as the lives of its tokens in seconds. */
  realm?: Changes
  /** Settings of the portal's client. */
  client?: Changes
  version?: VersionPlace
  /** Access tokens that carry next to nothing: what they stand for is asked for elsewhere. */
  lightweight?: boolean
  /** The one right of `realm-management` that resellers have. */
  resellersMay?: 'query-users'
}

/** Where the user attribute `version` ends up, by the settings of its mapper. */
const claims = {
  'lightweight access token': { 'access.token.claim': 'true', 'lightweight.claim': 'true' },
  userinfo: { 'userinfo.token.claim': 'true' },
} as const satisfies Record<VersionPlace, Record<string, string>>

function versionMapper(place: VersionPlace): Changes & { name: string } {
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

/** The realm as an installation with these differences would have it. */
export function vary(representation: RealmRepresentation, variant: Variant): RealmRepresentation {
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
