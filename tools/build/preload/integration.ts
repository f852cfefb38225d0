import { readFileSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { aheadScript } from './ahead.ts'
import { scriptsOf } from './page-scripts.ts'

/** In the head of each page; see `layouts/Page.astro`. */
const PLACE = /(<template id="signed-in-scripts"[^>]*>)(<\/template>)/

const CALLBACK = 'callback.html'

/** Chunks that a page imports dynamically as soon as somebody has signed in. */
const SERVICES = '/services.'
/** Likewise on the callback page, at once. */
const ANSWER = '/answer.'
const addressOf = (page: string) => `/${page.replace(/(?:(?:^|\/)index)?\.html$/, '')}`

/**
 * Puts a script into each built page with a screen that does ahead what the page's own script would do
 * later (`src/layouts/ahead`), and lists in each page the scripts of its screen, so that they are fetched
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
        const script = await aheadScript()
        element = `<script>${script}</script>`
        injectScript('head-inline', script)
      },
      'astro:build:done': async ({ dir }) => {
        const client = fileURLToPath(dir)
        const read = (address: string) => readFileSync(client + address, 'utf8')
        const names = await readdir(client, { recursive: true })
        const built = names.filter((name) => name.endsWith('.js')).map((name) => `/${name}`)
        const further = built.filter((address) => address.includes(SERVICES))
        /** The links to what a page takes beyond its own script. */
        function linksOf(html: string): string {
          const { signedIn, signedOut, early } = scriptsOf(html, read, further)
          return [...signedIn]
            .filter((address) => !signedOut.has(address))
            .map((address) => {
              const mark = early.has(address) ? 'data-early ' : ''
              return `<link ${mark}rel="modulepreload" href="${address}">`
            })
            .join('')
        }

        const templates: string[] = []
        const pages = names.filter((name) => name.endsWith('.html'))
        for (const page of pages.filter((each) => each !== CALLBACK)) {
          const html = (await readFile(client + page, 'utf8')).replace(element, () => '')
          const screen = linksOf(html)
          const filled = (_: string, start: string, end: string) =>
            screen === '' ? '' : start + screen + end + element
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
