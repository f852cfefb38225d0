import { createHash } from 'node:crypto'
import type { InlineSources } from '../../server/headers.ts'

const POLICY_META = /<meta http-equiv="content-security-policy" content="([^"]*)">/i
const ELEMENT = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/gi
/** Never run, so no policy asks after them. */
const DATA_BLOCK = /\btype="?application\/(?:ld\+)?json\b/i
const STYLE_ATTRIBUTE = /<[a-z][^<]*?\sstyle="/i

const sourceOf = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`

/** The scripts and styles that stand inside the page itself, by hash. */
export function inlineSourcesOf(html: string): { script: string[]; style: string[] } {
  const found = { script: new Set<string>(), style: new Set<string>() }
  for (const [, element = '', attributes = '', content = ''] of html.matchAll(ELEMENT)) {
    const kind = element.toLowerCase() === 'style' ? 'style' : 'script'
    if (kind === 'script' && (/\ssrc=/i.test(attributes) || DATA_BLOCK.test(attributes))) continue
    found[kind].add(sourceOf(content))
  }
  return { script: [...found.script], style: [...found.style] }
}

/**
 * Takes the policy out of a built page: what Astro wrote into a `<meta>` becomes part of the
 * server's header, so that the two cannot contradict each other. Only hashes of what stands inside
 * the page remain, and each has to be one that Astro knows. Throws with the page's `path` where
 * something inline would be blocked: the browser would say so only in its console.
 */
export function takeInlineSources(
  path: string,
  html: string,
): { html: string; inline: InlineSources } {
  const [meta = '', policy = ''] = POLICY_META.exec(html) ?? []
  if (meta === '') throw new Error(`${path}: Astro wrote no content security policy.`)
  const rest = html.replace(meta, '')
  const inline = inlineSourcesOf(rest)
  const known = new Set(policy.split(/[\s;]+/))
  const unknown = [...inline.script, ...inline.style].find((source) => !known.has(source))
  if (unknown !== undefined) {
    throw new Error(
      `${path}: an inline script or style (${unknown}) is unknown to Astro and would be blocked; ` +
        'leave out is:inline, or give a data block type="application/json".',
    )
  }
  if (STYLE_ATTRIBUTE.test(rest.replaceAll(ELEMENT, ''))) {
    throw new Error(`${path}: a style attribute would be blocked; use a class.`)
  }
  return { html: rest, inline }
}
