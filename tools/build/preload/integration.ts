import { readFileSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { inOnePiece } from '../in-one-piece.ts'
import { scriptsOf } from './page-scripts.ts'

/** In the head of each page; see `layouts/Page.astro`. */
const PLACE = /(<template id="signed-in-scripts"[^>]*>)(<\/template>)/

/** What stands inside the pages. */
const AHEAD = fileURLToPath(new URL('../../../src/layouts/ahead.client.ts', import.meta.url))

const CALLBACK = 'callback.html'

/** What the callback page imports dynamically, at once. */
const ANSWER = '/answer.'
const addressOf = (page: string) => `/${page.replace(/(?:(?:^|\/)index)?\.html$/, '')}`

/**
 * Puts a script into each built page with a script that does ahead what the page's own script would do
 * later (`src/layouts/ahead.client.ts`), and lists in each page the scripts of its screen, so that they are fetched
 * side by side instead of one import after the other. The list is in a template, which takes effect by
 * that script. The callback page has the templates of all pages that it may lead to, and the same script.
 */
export function preload(): AstroIntegration {
  /** As Astro writes it, behind the styles, where it would wait for them. */
  let element = ''
  return {
    name: 'koppelpunt-preload',
    hooks: {
      'astro:config:setup': async ({ command, injectScript }) => {
        if (command !== 'build') return
        const script = await inOnePiece(AHEAD, 'iife')
        if (script.includes('</script')) throw new Error(`${AHEAD} would end its own element`)
        element = `<script>${script}</script>`
        injectScript('head-inline', script)
      },
      'astro:build:done': async ({ dir }) => {
        const client = fileURLToPath(dir)
        const read = (address: string) => readFileSync(client + address, 'utf8')
        const names = await readdir(client, { recursive: true })
        const built = names.filter((name) => name.endsWith('.js')).map((name) => `/${name}`)
        /** The links to what a page takes beyond its own script. */
        function linksOf(html: string): string {
          const { own, signedIn } = scriptsOf(html, read)
          return [...signedIn]
            .filter((address) => !own.includes(address))
            .map((address) => `<link rel="modulepreload" href="${address}">`)
            .join('')
        }

        const templates: string[] = []
        const pages = names.filter((name) => name.endsWith('.html'))
        for (const page of pages.filter((each) => each !== CALLBACK)) {
          const html = (await readFile(client + page, 'utf8')).replace(element, () => '')
          const screen = linksOf(html)
          // That nothing was found has no script, and so nothing to do ahead.
          const hasScript = html.includes('<script type="module"')
          const filled = (_: string, start: string, end: string) =>
            hasScript ? start + screen + end + element : ''
          await writeFile(client + page, html.replace(PLACE, filled))
          templates.push(`<template data-page="${addressOf(page)}">${screen}</template>`)
        }
        const callback = (await readFile(client + CALLBACK, 'utf8')).replace(element, () => '')
        const answers = built.filter((address) => address.includes(ANSWER))
        const links = answers.map((address) => `<link rel="modulepreload" href="${address}">`)
        const ahead = [...links, ...templates, element].join('')
        await writeFile(
          client + CALLBACK,
          callback.replace(PLACE, () => ahead),
        )
      },
    },
  }
}
