import { readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readSettings } from '../../../server/process/settings.ts'
import { readConfiguration } from '../../../src/lib/configuration/variables.ts'
import { warningsOf } from '../../../server/process/warnings.ts'
import { complaint } from '../../contract/complaint.ts'
import { PROJECT } from '../../programs/program.ts'
import { judge, toolsFolder } from './tools.ts'

/** The oldest that the manifests are for, and the newest whose schemas there are. */
const VERSIONS = ['1.32', '1.37']

/** How long the server finishes what runs after it has drained, in seconds. */
const FINISHING_SECONDS = 5

let folder: string
let text: string

/** What is read of a manifest. */
interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
  data?: Record<string, string>
  spec: Record<string, unknown>
}

interface Pod {
  terminationGracePeriodSeconds: number
  securityContext: Record<string, unknown>
  containers: [
    {
      image: string
      securityContext: Record<string, unknown>
      ports: { name: string; containerPort: number }[]
      env: { name: string; value: string }[]
      envFrom: { configMapRef: { name: string } }[]
    },
  ]
}

const manifests = (of = text) =>
  parseAllDocuments(of).map((document) => document.toJS() as Manifest)

const kustomized = (folder: string) =>
  judge('kubectl', ['kustomize', `deploy/kubernetes/${folder}`])

/** What Kubernetes of a version would not take, by its own schemas; they know of no other field. */
function complaintsOf(of: readonly Manifest[], version: string): string[] {
  const schemas = join(
    toolsFolder(),
    `kubernetes_validate/kubernetes-json-schema/v${version}.0-local-strict`,
  )
  const schema = (name: string) => JSON.parse(readFileSync(join(schemas, name), 'utf8')) as object
  const ajv = new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false })
  ajv.addSchema(schema('_definitions.json'))
  return of.flatMap((manifest) => {
    const { kind, apiVersion } = manifest
    // "networking.k8s.io/v1" is called "networking-v1" there.
    const name = [kind.toLowerCase(), apiVersion.replace(/(?:\.[^/]*)?\//, '-')].join('-')
    const validate = ajv.compile(schema(`${name}.json`))
    if (validate(manifest)) return []
    return (validate.errors ?? []).map((error) => `${kind}: ${complaint(error)}`)
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koppelpunt-manifests-'))
  text = kustomized('overlays/production').output
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(VERSIONS)('every manifest is what Kubernetes %s expects', (version) => {
  expect(
    manifests()
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual([
    'ConfigMap',
    'Deployment',
    'Ingress',
    'Ingress',
    'Ingress',
    'Namespace',
    'NetworkPolicy',
    'PodDisruptionBudget',
    'Service',
    'ServiceAccount',
  ])
  expect(complaintsOf(manifests(), version)).toEqual([])
})

const found = (kind: string, of = text) => {
  const [manifest] = manifests(of).filter((each) => each.kind === kind)
  return manifest ?? expect.fail(`no ${kind}`)
}

const pod = (of = text) => (found('Deployment', of).spec.template as { spec: Pod }).spec

test('the portal starts with its variables, and has nothing to warn of', () => {
  const [container] = pod().containers
  const { metadata, data } = found('ConfigMap')
  expect(container.envFrom).toEqual([{ configMapRef: { name: metadata.name } }])
  const own = Object.fromEntries(container.env.map(({ name, value }) => [name, value]))
  const read = readConfiguration({ ...data, ...own })
  expect(read.ok ? warningsOf(read.configuration) : read.problems).toEqual([])

  const settings = readSettings(own)
  const { drainSeconds, discovery } = settings.ok ? settings.settings : expect.fail()
  const { terminationGracePeriodSeconds: grace } = pod()
  expect(grace).toBeGreaterThan(drainSeconds + FINISHING_SECONDS)
  // It is told to ask nobody where the network lets it ask nobody.
  expect(found('NetworkPolicy').spec).toMatchObject({ egress: [] })
  expect(discovery).toBe(false)
})

test('the pod and the image agree on the user and the port', async () => {
  const image = await readFile(join(PROJECT, 'Dockerfile'), 'utf8')
  const lastOf = (keyword: string) =>
    [...image.matchAll(RegExp(`^${keyword} (.*)$`, 'gm'))].at(-1)?.[1]
  const { runAsUser, runAsGroup } = pod().securityContext
  expect(lastOf('USER')).toBe(`${String(runAsUser)}:${String(runAsGroup)}`)
  const [{ ports, env }] = pod().containers
  const port = lastOf('EXPOSE') ?? ''
  expect(ports).toEqual([{ name: 'http', containerPort: Number(port) }])
  expect(env).toContainEqual({ name: 'PORT', value: port })
})

test('whatever selects pods selects the portal', () => {
  const { metadata } = found('Deployment').spec.template as Pick<Manifest, 'metadata'>
  const labelled = { matchLabels: metadata.labels }
  expect(found('Deployment').spec.selector).toEqual(labelled)
  // Without a selector it would be about nothing.
  expect(found('PodDisruptionBudget').spec.selector).toEqual(labelled)
  expect(found('NetworkPolicy').spec.podSelector).toEqual(labelled)
  expect(found('Service').spec.selector).toEqual(metadata.labels)
})

test('the pod may do what a namespace of the kind "restricted" allows, and write nothing', () => {
  expect(pod().securityContext).toMatchObject({
    runAsNonRoot: true,
    seccompProfile: { type: 'RuntimeDefault' },
  })
  expect(pod().containers[0].securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  expect(pod()).not.toHaveProperty('volumes')
  expect(pod()).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false })
})

test('everything is in one namespace, and the image has a version', () => {
  expect(pod().containers[0].image).toMatch(/^images\.example\.nl\/koppelpunt:\d+\.\d+\.\d+$/)
  const inside = manifests().filter(({ kind }) => kind !== 'Namespace')
  expect(new Set(inside.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['koppelpunt']))
})

test('with metrics there is one more port, and no way out', async () => {
  const overlay = join(PROJECT, 'deploy/kubernetes/overlays/production/kustomization.yaml')
  const uncommented = readFileSync(overlay, 'utf8')
    .replace('# components:', 'components:')
    .replaceAll('#   - ../../components', '  - ../../components')
  const tree = join(folder, 'kubernetes')
  await cp(join(PROJECT, 'deploy/kubernetes'), tree, { recursive: true })
  writeFileSync(join(tree, 'overlays/production/kustomization.yaml'), uncommented)
  const { output } = judge('kubectl', ['kustomize', join(tree, 'overlays/production')])
  const monitor = found('PodMonitor', output)
  // Its kind is the operator's, whose schema is in no version of Kubernetes.
  const others = manifests(output).filter(({ kind }) => kind !== 'PodMonitor')
  expect(complaintsOf(others, '1.37')).toEqual([])
  const { metadata } = found('Deployment', output).spec.template as Pick<Manifest, 'metadata'>
  expect(monitor).toMatchObject({
    apiVersion: 'monitoring.coreos.com/v1',
    metadata: { namespace: 'koppelpunt' },
    spec: {
      jobLabel: 'app.kubernetes.io/name',
      selector: { matchLabels: metadata.labels },
      podMetricsEndpoints: [{ port: 'metrics' }],
    },
  })

  const [{ ports, env }] = pod(output).containers
  expect(ports.map(({ name }) => name).sort()).toEqual(['http', 'metrics'])
  expect(env.map(({ name }) => name).sort()).toEqual([
    'PORT',
    'PORTAL_DRAIN_SECONDS',
    'PORTAL_METRICS_PORT',
    'PORTAL_OIDC_DISCOVERY',
  ])
  const { spec } = found('NetworkPolicy', output)
  expect(spec).toMatchObject({ ingress: { length: 2 }, egress: [] })
  expect(found('NetworkPolicy').spec).toMatchObject({ ingress: { length: 1 }, egress: [] })
})

test('nothing of it is a secret', () => {
  expect(text).not.toMatch(/kind: Secret|PRIVATE KEY|password/i)
})
