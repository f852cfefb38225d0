import { html, raw } from 'hono/html'
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { accounts } from '../accounts.ts'
import { type Markup, renderPage, pageHeaders } from '../pages.ts'

async function show(ctx: KoaContextWithOIDC, title: string, content: Markup, head?: Markup) {
  ctx.set(pageHeaders)
  ctx.type = 'html'
  ctx.body = String(await renderPage(title, content, head))
}

/** Returns the sign-in page with a button per account (contract §5). */
export function renderSignInPage({ email = '', error }: { email?: string; error?: string }) {
  return renderPage(
    error === undefined ? 'Inloggen' : 'Fout: inloggen',
    html`${error === undefined ? '' : html`<p role="alert">${error}</p>`}
      <p>Kies een oefenaccount, of log in met e-mailadres en wachtwoord.</p>
      <form method="post">
        ${accounts.map(
          (account) =>
            html`<button name="account" value="${account.email}">
              <strong>${account.email}</strong><span>${account.purpose}</span>
            </button>`,
        )}
      </form>
      <h2>Met wachtwoord</h2>
      <form method="post">
        <label>
          E-mailadres
          <input name="email" type="email" autocomplete="username" required value="${email}" />
        </label>
        <label>
          Wachtwoord
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        <button class="primary">Inloggen</button>
      </form>`,
  )
}

/** Returns the error page for an unknown or finished sign-in. */
export function renderStaleSignInPage() {
  return renderPage(
    'Inloggen is verlopen',
    html`<p role="alert">
      Deze inlogpagina hoort niet meer bij een lopende aanvraag. Ga terug naar het portaal en begin
      opnieuw.
    </p>`,
  )
}

/** The logout page submits itself if the request has an ID token hint. */
export function showLogoutPage(ctx: KoaContextWithOIDC, form: string) {
  const hinted = ctx.oidc.params?.id_token_hint !== undefined
  return show(
    ctx,
    'Afmelden',
    html`${raw(form)}
      <button class="primary" form="op.logoutForm" name="logout" value="yes" data-continue>
        Afmelden
      </button>`,
    hinted ? html`<script src="/pages/continue.js" defer></script>` : undefined,
  )
}

/** Returns the page for logouts whose request names no return address. */
export function showLoggedOutPage(ctx: KoaContextWithOIDC) {
  return show(ctx, 'U bent afgemeld', html`<p>U kunt dit venster sluiten.</p>`)
}

/** Returns the error page for an invalid redirect URI. */
export function showErrorPage(ctx: KoaContextWithOIDC, out: ErrorOut) {
  return show(
    ctx,
    'Inloggen lukt niet',
    html`<p role="alert">${out.error}: ${out.error_description ?? 'geen nadere uitleg'}</p>`,
  )
}
