import { configurationId, type PageConfiguration } from '../../src/lib/configuration/load.ts'
import type { PublicConfiguration } from '../../src/lib/configuration/variables.ts'
import { compressed } from './encoding.ts'
import { originsOf } from './headers.ts'

/** As `layouts/Page.astro` has it. */
const EMPTY_BLOCK = `<script type="application/json" id="${configurationId}"></script>`

/** Likewise: hidden, and without contact details. */
const EMPTY_FOOTER = /(<footer\b[^>]*?) hidden>([^<]*)<\/footer>/

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Fills in the footer's contact details, which then are there without a script as well. */
function withSupport(html: string, { provider, support }: PublicConfiguration): string {
  if (support.length === 0) return html
  const links = support.map(
    ({ text, address }) => ` <a href="${escaped(address)}">${escaped(text)}</a>`,
  )
  return html.replace(EMPTY_FOOTER, (_, tag: string, text: string) => {
    const words = text.replace('{provider}', () => escaped(provider.name))
    return `${tag}>${words}${links.join('')}</footer>`
  })
}

/** Links that let a browser connect to the services while it still fetches the page's scripts. */
function preconnects({ apiUrl, flags, identity, publicUrl }: PublicConfiguration): string {
  return [...new Set(originsOf(apiUrl, flags.url, identity.authority))]
    .filter((origin) => origin !== publicUrl)
    .map((origin) => `<link rel="preconnect" href="${origin}" crossorigin>`)
    .join('')
}

/**
 * Fills the configuration and the contact details into the pages that have a place for them, so that no
 * browser has to fetch them, and compresses those pages again. Other files stay as they are.
 *
 * @param contents path inside the client folder → bytes, compressed forms beside the originals
 */
export async function withConfiguration(
  contents: ReadonlyMap<string, Buffer>,
  configuration: PageConfiguration,
): Promise<Map<string, Buffer>> {
  // A "</script>" in a value would end the data block.
  const data = JSON.stringify(configuration).replaceAll('<', '\\u003c')
  const block = EMPTY_BLOCK.replace('><', () => `>${data}<`)
  const filled = new Map(contents)
  const pages = [...contents].filter(([path]) => path.endsWith('.html'))
  await Promise.all(
    pages.map(async ([path, content]) => {
      const html = content.toString()
      if (!html.includes(EMPTY_BLOCK)) return
      const page = Buffer.from(
        withSupport(html, configuration)
          .replace(EMPTY_BLOCK, () => block)
          .replace('</head>', () => `${preconnects(configuration)}</head>`),
      )
      filled.set(path, page)
      for (const [ending, form] of await compressed(page)) filled.set(path + ending, form)
    }),
  )
  return filled
}
