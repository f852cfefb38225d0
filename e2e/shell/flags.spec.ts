import { expect, test } from '../fixtures.ts'

test('the context goes in a body where the portal is set to POST', async ({
  page,
  open,
  sandbox,
  services,
}) => {
  await sandbox.setFlag('dry_run', { enabled: true })
  const portal = await services.portalWith({ PORTAL_FLAGS_METHOD: 'POST' })
  const asking = page.waitForRequest((request) => request.url() === `${sandbox.url}/flags`)
  await open(`${portal}/connect`)
  await expect(page.getByRole('heading', { name: 'Form data' })).toBeVisible()
  const request = await asking
  expect(request.method()).toBe('POST')
  expect(request.postDataJSON()).toMatchObject({ context: { appName: 'staging' } })
  expect(request.headers()['unleash-sdk']).toMatch(/^unleash-js-sdk:\d+\.\d+\.\d+$/)
})

test.describe('flags that cannot be had', () => {
  test.use({ expectedErrors: /Unleash|status of (500|401)|ERR_|CORS/ })

  const cases = [
    {
      fault: { kind: 'status', status: 500 },
      text: 'Error: De server gaf geen bruikbaar antwoord. Probeer het opnieuw; blijft dit gebeuren, neem dan contact op met Koppelpunt.',
      details: 'De server antwoordde met status 500.',
    },
    {
      fault: { kind: 'drop' },
      text: 'Error: De server is niet bereikbaar. Controleer uw internetverbinding en probeer het opnieuw.',
      details: /^De feature flags op .*\/flags zijn niet bereikbaar.*PORTAL_FLAGS_URL/,
    },
    {
      fault: { kind: 'html' },
      text: 'Error: Koppelpunt is niet goed ingesteld. Neem contact op met Koppelpunt en geef door wat onder Details staat.',
      details: /^Op .*\/flags zijn geen feature flags te vinden.*PORTAL_FLAGS_URL/,
    },
  ] as const

  for (const { fault, text, details } of cases) {
    test(`${fault.kind}: what is wrong, and trying again helps`, async ({ open, sandbox }) => {
      await sandbox.injectFault({ method: 'GET', path: '/flags', fault })
      const { page } = await open('/connect')
      await expect(page.locator('#shell-error')).toHaveText(text)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText('Deze pagina is nu niet beschikbaar')
      await expect(heading).toBeFocused()
      await expect(page).toHaveTitle('Deze pagina is nu niet beschikbaar – Koppelpunt')
      await expect(page.getByRole('combobox')).toHaveCount(0)
      const folded = page.getByRole('alert').getByText(details)
      await expect(folded).toBeHidden()
      await page.getByRole('main').getByText('Details', { exact: true }).press('Enter')
      await expect(folded).toBeVisible()
      await sandbox.clearFaults()
      await page.getByRole('button', { name: 'Opnieuw proberen' }).click()
      await expect(page.getByRole('combobox', { name: 'Administratie' })).toBeVisible()
      await expect(page).not.toHaveTitle(/niet beschikbaar/)
    })
  }

  test('a first answer that fails is not told: the second try has them', async ({
    page,
    open,
    sandbox,
  }) => {
    const fault = { kind: 'status', status: 500 } as const
    await sandbox.injectFault({ method: 'GET', path: '/flags', times: 1, fault })
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.getElementById('shell-failed')?.hidden === false) throw new Error('It is told')
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ['hidden'] })
    })
    const { connect } = await open('/connect')
    await expect(connect.administration).toBeVisible()
    expect((await sandbox.requests('/flags')).length).toBeGreaterThanOrEqual(2)
  })

  test('the page goes on by itself when the service is back, at its address', async ({
    open,
    sandbox,
    services,
  }) => {
    const portal = await services.portalWith({ PORTAL_FLAGS_REFRESH_SECONDS: '1' })
    const fault = { kind: 'status', status: 500 } as const
    await sandbox.injectFault({ method: 'GET', path: '/flags', fault })
    const { page, connect } = await open(`${portal}/en/connect?reseller=7`)
    await expect(page.locator('#shell-error')).toHaveText(/^Error: /)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await sandbox.clearFaults()
    await expect(connect.administration).toBeVisible()
    await expect(page.locator('#shell-failed')).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page).toHaveURL(`${portal}/en/connect?reseller=7`)
    await expect(page).toHaveTitle(/^Connect/)
  })

  for (const { answers, fault } of [
    { answers: 'not at all', fault: { kind: 'drop' } },
    { answers: 'very late', fault: { kind: 'delay', milliseconds: 60_000 } },
  ] as const) {
    test(`known ones serve, also all off, while the service answers ${answers}`, async ({
      open,
      sandbox,
    }) => {
      const { page, connect } = await open('/connect')
      await expect(connect.administration).toBeVisible()
      await sandbox.injectFault({ method: 'GET', path: '/flags', fault })
      const asking = page.waitForRequest(`${sandbox.url}/flags?*`)
      await page.reload()
      await asking
      await expect(connect.administration).toBeVisible({ timeout: 5000 })
    })
  }
})
