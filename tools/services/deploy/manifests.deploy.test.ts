import { readFileSync } from 'node:fs'
import { cp, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readSettings } from '../../../server/settings.ts'
import { readPublicConfiguration } from '../../../src/lib/configuration/variables.ts'
import { createWarnings } from '../../../server/warnings.ts'
import { formatSchemaError } from '../../contract/conformity.ts'
import { PROJECT_FOLDER } from '../../programs/program.ts'
import { ensureDeployToolsInstalled, runFetchedTool } from './tools.ts'

const VERSIONS = ['1.32', '1.37']

const FINISHING_SECONDS = 5

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
  data?: Record<string, string>
  spec: Record<string, unknown> & { template?: { metadata: Manifest['metadata']; spec: Pod } }
}

interface Pod {
  terminationGracePeriodSeconds: number
  securityContext: Record<string, unknown>
  containers: [
    {
      ports: { name: string; containerPort: number }[]
      env: { name: string; value: string }[]
      envFrom: { configMapRef: { name: string } }[]
    },
  ]
}

async function renderOverlay(hasMetrics = false): Promise<Manifest[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'koppelpunt-manifests-'))
  const tree = folder.path
  await cp(join(PROJECT_FOLDER, 'deploy/kubernetes'), tree, { recursive: true })
  const file = join(tree, 'overlays/production/kustomization.yaml')
  const text = await readFile(file, 'utf8')
  if (hasMetrics) {
    const components = text.replace('# components:', 'components:')
    await writeFile(file, components.replaceAll('#   - ../../components', '  - ../../components'))
  }
  const { output } = await runFetchedTool('kubectl', [
    'kustomize',
    join(tree, 'overlays/production'),
  ])
  return parseAllDocuments(output).map((document) => document.toJS() as Manifest)
}

const findManifest = (manifests: readonly Manifest[], kind: string) =>
  manifests.find((each) => each.kind === kind) ?? expect.fail(`no ${kind}`)

const podOf = (manifests: readonly Manifest[]) =>
  findManifest(manifests, 'Deployment').spec.template ?? expect.fail('no pod')

async function complaintsOf(manifests: readonly Manifest[], version: string) {
  const schemas = join(
    await ensureDeployToolsInstalled(),
    `kubernetes_validate/kubernetes-json-schema/v${version}.0-local-strict`,
  )
  const schema = (name: string) => JSON.parse(readFileSync(join(schemas, name), 'utf8')) as object
  const ajv = new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false })
  ajv.addSchema(schema('_definitions.json'))
  return manifests.flatMap((manifest) => {
    const { kind, apiVersion } = manifest
    // The schema of "networking.k8s.io/v1" is named "networking-v1".
    const name = [kind.toLowerCase(), apiVersion.replace(/(?:\.[^/]*)?\//, '-')].join('-')
    const validate = ajv.compile(schema(`${name}.json`))
    if (validate(manifest)) return []
    return (validate.errors ?? []).map((error) => `${kind}: ${formatSchemaError(error)}`)
  })
}

test.each([false, true])(
  'renders manifests that are valid for Kubernetes, with metrics: %s',
  async (hasMetrics) => {
    const manifests = await renderOverlay(hasMetrics)
    // PodMonitor is a custom resource, which the schemas of Kubernetes do not include.
    const own = manifests.filter(({ kind }) => kind !== 'PodMonitor')
    expect(own).toHaveLength(10)
    for (const version of VERSIONS) expect(await complaintsOf(own, version)).toEqual([])
    const inside = manifests.filter(({ kind }) => kind !== 'Namespace')
    expect(new Set(inside.map(({ metadata }) => metadata.namespace))).toEqual(
      new Set(['koppelpunt']),
    )
    expect(JSON.stringify(manifests)).not.toMatch(/"kind":"Secret"|PRIVATE KEY|password/i)
  },
)

test('the manifests configure the portal without warnings and give the portal enough time to stop', async () => {
  const manifests = await renderOverlay()
  const { containers, terminationGracePeriodSeconds: grace } = podOf(manifests).spec
  const { metadata, data } = findManifest(manifests, 'ConfigMap')
  expect(containers[0].envFrom).toEqual([{ configMapRef: { name: metadata.name } }])
  const own = Object.fromEntries(containers[0].env.map(({ name, value }) => [name, value]))
  const read = readPublicConfiguration({ ...data, ...own })
  expect(read.ok ? createWarnings(read.configuration) : read.problems).toEqual([])

  const settings = readSettings(own)
  const { drainSeconds, discovery } = settings.ok ? settings.settings : expect.fail()
  expect(grace).toBeGreaterThan(drainSeconds + FINISHING_SECONDS)
  // Discovery is off, because the network policy blocks it.
  expect(findManifest(manifests, 'NetworkPolicy').spec).toMatchObject({ egress: [] })
  expect(discovery).toBe(false)
})

test('runs the pod with the image’s user and port and a read-only file system', async () => {
  const { spec: pod } = podOf(await renderOverlay())
  const dockerfile = await readFile(join(PROJECT_FOLDER, 'Dockerfile'), 'utf8')
  const lastOf = (keyword: string) =>
    [...dockerfile.matchAll(RegExp(`^${keyword} (.*)$`, 'gm'))].at(-1)?.[1] ?? ''
  const [runAsUser, runAsGroup] = lastOf('USER').split(':').map(Number)
  const port = lastOf('EXPOSE')
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: {
      runAsUser,
      runAsGroup,
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        image: expect.stringMatching(/^images\.example\.nl\/koppelpunt:\d+\.\d+\.\d+$/) as string,
        ports: [{ name: 'http', containerPort: Number(port) }],
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      },
    ],
  })
  expect(pod).not.toHaveProperty('volumes')
  expect(pod.containers[0].env).toContainEqual({ name: 'PORT', value: port })
})

test('adds a metrics port to the pod without allowing egress', async () => {
  const manifests = await renderOverlay(true)
  const { metadata, spec: pod } = podOf(manifests)
  const labelled = { matchLabels: metadata.labels }
  expect(findManifest(manifests, 'Deployment').spec.selector).toEqual(labelled)
  // A disruption budget without a selector has no effect.
  expect(findManifest(manifests, 'PodDisruptionBudget').spec.selector).toEqual(labelled)
  expect(findManifest(manifests, 'Service').spec.selector).toEqual(metadata.labels)
  expect(findManifest(manifests, 'NetworkPolicy').spec).toMatchObject({
    podSelector: labelled,
    ingress: { length: 2 },
    egress: [],
  })
  expect(findManifest(manifests, 'PodMonitor').spec).toMatchObject({
    jobLabel: 'app.kubernetes.io/name',
    selector: labelled,
    podMetricsEndpoints: [{ port: 'metrics' }],
  })
  const [{ ports, env }] = pod.containers
  expect(ports.map(({ name }) => name).sort()).toEqual(['http', 'metrics'])
  expect(env.map(({ name }) => name)).toContain('PORTAL_METRICS_PORT')
})
