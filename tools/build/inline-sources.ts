import { createHash } from 'node:crypto'
import type { InlineSources } from '../../server/headers.ts'

const POLICY_META = /<meta http-equiv="content-security-policy" content="([^"]*)">/i
const ELEMENT = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/gi
/** Browsers do not execute data blocks, so no policy applies. */
const DATA_BLOCK = /\btype="?application\/(?:ld\+)?json\b/i
const STYLE_ATTRIBUTE = /<[a-z][^<]*?\sstyle="/i

const sourceOf = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`

/** Returns the hashes of a page's inline scripts and styles. */
export function hashInlineSources(html: string): { script: string[]; style: string[] } {
  const sources = { script: new Set<string>(), style: new Set<string>() }
  for (const [, element = '', attributes = '', content = ''] of html.matchAll(ELEMENT)) {
    const kind = element.toLowerCase() === 'style' ? 'style' : 'script'
    if (kind === 'script' && (/\ssrc=/i.test(attributes) || DATA_BLOCK.test(attributes))) continue
    sources[kind].add(sourceOf(content))
  }
  return { script: [...sources.script], style: [...sources.style] }
}

/**
 * Moves a page's policy from its `<meta>` tag to the header.
 *
 * @throws if the policy would block an inline script or style of the page
 */
export function extractInlineSources(
  path: string,
  html: string,
): { html: string; inline: InlineSources } {
  const [meta = '', policy = ''] = POLICY_META.exec(html) ?? []
  if (meta === '') throw new Error(`${path}: Astro wrote no content security policy.`)
  const rest = html.replace(meta, '')
  const inline = hashInlineSources(rest)
  const allowed = new Set(policy.split(/[\s;]+/))
  const blocked = [...inline.script, ...inline.style].find((source) => !allowed.has(source))
  if (blocked !== undefined) {
    throw new Error(
      `${path}: an inline script or style (${blocked}) is blocked to Astro and would be blocked; ` +
        'leave out is:inline, or give a data block type="application/json".',
    )
  }
  if (STYLE_ATTRIBUTE.test(rest.replaceAll(ELEMENT, ''))) {
    throw new Error(`${path}: a style attribute would be blocked; use a class.`)
  }
  return { html: rest, inline }
}
