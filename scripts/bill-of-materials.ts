/** What is read of `npm sbom --sbom-format cyclonedx`; the rest is passed on. */
export interface Bill {
  serialNumber?: string | undefined
  metadata: { timestamp?: string | undefined; component: { 'bom-ref': string; name: string } }
  components: readonly Component[]
  dependencies: readonly { ref: string; dependsOn: readonly string[] }[]
}

interface Component {
  /** `name@version` */
  'bom-ref': string
  properties: readonly { name: string; value: string }[]
}

const FOR_DEVELOPMENT = 'cdx:npm:package:development'
const IN_BROWSER = { name: 'koppelpunt:in-browser', value: 'true' }

const isForProduction = ({ properties }: Component) =>
  properties.every(({ name }) => name !== FOR_DEVELOPMENT)

/**
 * The packages of the product: those that are installed for production, or those that a package of
 * the portal has for the server, and those of which browsers get something, marked as such. The same
 * for the same packages: sorted, without number, time and folder.
 *
 * @param all what npm says of every package, those for development included
 * @param inBrowser `name@version` of each package that is in the browser's scripts
 * @param onServer `name@version` of each that is there to run; everything that is installed for
 *   production where it is left out
 * @throws where npm does not know one of those
 */
export function billOfMaterials(
  all: Bill,
  inBrowser: ReadonlySet<string>,
  onServer?: ReadonlySet<string>,
): Bill {
  const found = new Map(all.components.map((component) => [component['bom-ref'], component]))
  const unknown = [...inBrowser, ...(onServer ?? [])].filter((reference) => !found.has(reference))
  if (unknown.length > 0) throw new Error(`The lock has no ${unknown.join(', ')}`)

  for (const [reference, component] of found) {
    if (inBrowser.has(reference)) {
      found.set(reference, { ...component, properties: [...component.properties, IN_BROWSER] })
    } else if (!(onServer?.has(reference) ?? isForProduction(component))) found.delete(reference)
  }
  const project = all.metadata.component
  const isListed = (reference: string) => found.has(reference) || reference === project['bom-ref']
  return {
    ...all,
    serialNumber: undefined,
    metadata: {
      ...all.metadata,
      timestamp: undefined,
      // npm gives it the name of its folder.
      component: { ...project, name: project['bom-ref'].replace(/@[^@]*$/, '') },
    },
    components: sortedBy([...found.values()], (component) => component['bom-ref']),
    dependencies: sortedBy(
      all.dependencies
        .filter(({ ref }) => isListed(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isListed).sort() })),
      ({ ref }) => ref,
    ),
  }
}

function sortedBy<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}
