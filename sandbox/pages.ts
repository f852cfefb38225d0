import type { Context } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Style sheet of the sandbox's pages, without fonts and images. */
export const pageStyle = `
:root { --ink: #2b1a0b; --line: #e3c6a8; --brand: #b34700; color-scheme: light }
* { box-sizing: border-box }
body { margin: 0; background: #fff8f0; color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
header { padding: .5rem 1rem; background: #ffb066; text-align: center }
header p { margin: 0 }
main { max-width: 38rem; margin: 2rem auto; padding: 1.5rem; background: #fff;
  border: 1px solid var(--line); border-top: .375rem solid var(--brand); border-radius: .5rem }
h1 { margin-top: 0; font-size: 1.5rem; line-height: 1.25 }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem }
form { display: grid; gap: .75rem }
label { display: grid; gap: .25rem; font-weight: 600 }
input { padding: .5rem .75rem; border: 1px solid #7a5a3c; border-radius: .25rem; font: inherit;
  font-weight: 400 }
button { padding: .625rem 1rem; border: 1px solid var(--brand); border-radius: .25rem; background: #fff;
  color: var(--ink); font: inherit; text-align: left; cursor: pointer }
button:hover { background: #fff1e2 }
button.primary { background: var(--brand); color: #fff; font-weight: 600 }
button.primary:hover { background: #8f3900 }
button strong, button span { display: block }
a { color: var(--brand) }
:focus-visible { outline: .1875rem solid #1f4fd8; outline-offset: .125rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
dt { font-weight: 600 }
dd { margin: 0; overflow-wrap: anywhere }
[role='alert'] { padding: .75rem 1rem; border-left: .375rem solid #b00020; background: #fdecee }
`

/** Script that clicks the only button of a page automatically. */
export const autoContinueScript = `document.querySelector('[data-continue]').click()\n`

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** The directive `form-action` would also block the redirect to the portal. */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Returns a Dutch page with a simulation notice (contract §5). */
export function renderPage(title: string, content: Markup, head: Markup = html``) {
  return html`<!doctype html>
    <html lang="nl">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} – oefenomgeving</title>
        <link rel="stylesheet" href="/pages/page.css" />
        <link rel="icon" href="data:," />
        ${head}
      </head>
      <body>
        <header>
          <p>
            <strong>Oefenomgeving.</strong> Deze pagina speelt de echte dienst na, voor training en
            tests.
          </p>
        </header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}

/** Sends a page of the sandbox as a response. */
export function sendPage(
  c: Context,
  title: string,
  content: Markup,
  status: ContentfulStatusCode = 200,
) {
  return c.html(renderPage(title, content), status, pageHeaders)
}

export const renderProblem = (text: string): Markup => html`<p role="alert">${text}</p>`
