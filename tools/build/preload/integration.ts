import { readFileSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { userKeyPrefix } from '../../../src/lib/identity/user.ts'
import { scriptsOf } from './page-scripts.ts'

/** In the head of each page; see `layouts/Page.astro`. */
const PLACE = '<template id="signed-in-scripts"></template>'

/**
 * For a tab with a signed-in user: fetches the screen's scripts at once, and reserves the space of the
 * user's name in the header. It fails, without effect, where the browser blocks the tab's storage.
 */
const PRELOAD =
  `try{if(/(^|,)${userKeyPrefix}/.test(Object.keys(sessionStorage))){` +
  "document.documentElement.dataset.session='';" +
  "document.head.append(document.getElementById('signed-in-scripts').content)}}catch{}"

/** As Astro writes it, behind the styles, where it would wait for them. */
const SCRIPT = `<script>${PRELOAD}</script>`

const CALLBACK = 'callback.html'

/** Chunks that a page imports dynamically as soon as somebody has signed in. */
const SERVICES = /\/services\./
/** Chunks of the callback page: for the provider's answer, and for the flags. */
const OF_CALLBACK = /\/(?:sign-in|services)[^/]*$/

const addressOf = (page: string) => `/${page.replace(/(?:(?:^|\/)index)?\.html$/, '')}`

/**
 * Lists in each built page the scripts of its screen, so that they are fetched side by side instead of
 * one import after the other. The list is in a template, which takes effect only for somebody who has
 * signed in. The callback page has the templates of all pages that it may lead to.
 */
export function preload(): AstroIntegration {
  return {
    name: 'koppelpunt-preload',
    hooks: {
      'astro:config:setup': ({ command, injectScript }) => {
        if (command === 'build') injectScript('head-inline', PRELOAD)
      },
      'astro:build:done': async ({ dir }) => {
        const client = fileURLToPath(dir)
        const read = (address: string) => readFileSync(client + address, 'utf8')
        const names = await readdir(client, { recursive: true })
        const built = names.filter((name) => name.endsWith('.js')).map((name) => `/${name}`)
        /** Links to what a page takes beyond its own script. */
        function linksOf(html: string, imported: RegExp): string {
          const further = built.filter((address) => imported.test(address))
          const { signedIn, signedOut } = scriptsOf(html, read, further)
          return [...signedIn]
            .filter((address) => !signedOut.has(address))
            .map((address) => `<link rel="modulepreload" href="${address}">`)
            .join('')
        }

        const templates: string[] = []
        const pages = names.filter((name) => name.endsWith('.html'))
        for (const page of pages.filter((each) => each !== CALLBACK)) {
          const html = (await readFile(client + page, 'utf8')).replace(SCRIPT, '')
          const screen = linksOf(html, SERVICES)
          const filled = screen === '' ? '' : PLACE.replace('><', `>${screen}<`) + SCRIPT
          await writeFile(client + page, html.replace(PLACE, filled))
          templates.push(`<template data-page="${addressOf(page)}">${screen}</template>`)
        }
        const html = (await readFile(client + CALLBACK, 'utf8')).replace(SCRIPT, '')
        const own = linksOf(html, OF_CALLBACK)
        await writeFile(client + CALLBACK, html.replace(PLACE, own + templates.join('')))
      },
    },
  }
}
