import type { Context } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/**
 * The policy of every page: no scripts but our own file. `form-action` stays open because
 * browsers apply it to the redirect after a form too, and that goes to the portal.
 */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** One page of the sandbox, in Dutch, which says on top that it is a stand-in (contract §5). */
export function page(title: string, content: Markup, head: Markup = html``) {
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

/** Answers with such a page. */
export function show(
  c: Context,
  title: string,
  content: Markup,
  status: ContentfulStatusCode = 200,
) {
  return c.html(page(title, content), status, pageHeaders)
}

/** A sentence that says what went wrong. */
export const problem = (text: string): Markup => html`<p role="alert">${text}</p>`
