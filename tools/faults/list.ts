/** A change of one place that would cost somebody something. */
export interface Fault {
  file: string
  name: string
  /** Occurs once in the file. */
  find: string
  replace: string
  /** What only a browser or a finished build can see: the test that is to notice it. */
  seenBy?: string
  /** Why nothing notices it, where that is accepted. */
  known?: string
}

type Change = readonly [
  name: string,
  find: string,
  replace: string,
  more?: Pick<Fault, 'seenBy' | 'known'>,
]

const inFile = (file: string, ...changes: Change[]): Fault[] =>
  changes.map(([name, find, replace, more]) => ({ file, name, find, replace, ...more }))

const lib = [
  inFile(
    'src/lib/api/caller.ts',
    [
      'the refused token is sent again',
      'await tokens.tokenInsteadOf(token)',
      'await tokens.token()',
    ],
    [
      'another origin is sent a header that it may not know',
      'if (new URL(request.url).origin === location.origin)',
      'if (location.origin)',
    ],
    [
      'a write whose answer is no JSON has failed',
      "(isJson || endpoint.effect === 'write')",
      'isJson',
    ],
  ),
  inFile(
    'src/lib/api/retry.ts',
    ['a busy service is not asked again', '[408, 429, 502,', '[408, 502,'],
    ['Retry-After is taken for milliseconds', 'Number(header) * 1000', 'Number(header)'],
  ),
  inFile('src/lib/api/errors.ts', [
    'a request timeout counts as refused',
    'failure.status === 408 || failure.status >= 500',
    'failure.status >= 500',
  ]),
  inFile('src/lib/api/request.ts', [
    'ids are not escaped in a path',
    'return encodeURIComponent(part)',
    'return part',
  ]),
  inFile('src/lib/api/server-messages.ts', [
    'HTML without a doctype is shown',
    "text.startsWith('<')",
    "text.startsWith('<!')",
  ]),
  inFile('src/lib/accounting/snelstart/calls.ts', [
    'a coupling that waits is a failure',
    'absent: [404, 409]',
    'absent: [404]',
  ]),
  inFile('src/lib/accounting/snelstart/calls.ts', [
    'an import that answers 202 has started',
    'exactly200: true',
    'exactly200: false',
    { known: 'a write takes any 2xx: it says what §7 asks for' },
  ]),
  inFile('src/lib/api/answer-forms.ts', [
    'a null in an answer wins from what was sent',
    'value !== null',
    'value !== undefined',
  ]),
  inFile('src/lib/validation/texts.ts', [
    'the longest local part is refused',
    'at > longestLocalPart',
    'at >= longestLocalPart',
  ]),
  inFile('src/lib/validation/boarding.ts', [
    'a number with spaces is refused',
    'coc.check(z.overwrite(cocNumber), alphanumeric())',
    'coc.check(alphanumeric())',
  ]),
  inFile('src/lib/identity/identity.ts', [
    'a sign-out leaves the pages in the cache',
    "      address.searchParams.set('state', signedOutState)\n",
    '',
  ]),
  inFile('src/lib/identity/answer.ts', [
    'another sign-in is taken for this one',
    'profile.nonce !== nonce',
    '!profile.nonce',
  ]),
  inFile('src/lib/identity/sign-in.ts', [
    'an escaped backslash leads elsewhere',
    '%2f|%5c',
    '%2f',
  ]),
  inFile('src/lib/identity/sign-in.ts', [
    'the language is not sent',
    '    ui_locales: locale,\n',
    '',
  ]),
  inFile('src/lib/identity/user.ts', [
    'a token with an underscore cannot be read',
    ".replaceAll('_', '/')",
    '',
  ]),
  inFile('src/lib/configuration/variables.ts', [
    'the DSN is repeated in a message',
    "['PORTAL_FLAGS_CLIENT_KEY', 'PORTAL_SENTRY_DSN']",
    "['PORTAL_FLAGS_CLIENT_KEY']",
  ]),
  inFile('src/lib/configuration/secrets.ts', [
    'a client secret in an address passes',
    '|client_secret',
    '',
  ]),
  inFile('src/lib/configuration/shapes.ts', [
    'the zero in parentheses is dialled',
    "number.replace('(0)', '')",
    'number',
  ]),
  inFile('src/lib/reporting/sentry.ts', [
    'what is typed is in the replay',
    'maskAllInputs: true',
    'maskAllInputs: false',
    { seenBy: 'browser: e2e/screens/reporting.spec.ts' },
  ]),
  inFile('src/lib/reporting/scrub-text.ts', [
    'an escaped fragment stays in a report',
    '(?:3f|23)',
    '(?:3f)',
  ]),
  inFile('src/lib/flags/follow.ts', [
    'the flags of another environment are asked for',
    'environment: flags.environment',
    "environment: 'default'",
  ]),
  inFile('src/lib/failure.ts', [
    'users read what operators should',
    "  'shell:signInClient': 'failure:notSetUp',\n",
    '',
  ]),
  inFile('src/lib/domain/boarding.ts', [
    'a country code is sent in small letters',
    'countryCode(country).toUpperCase()',
    'countryCode(country)',
  ]),
  inFile(
    'src/lib/accounting/snelstart/settings.ts',
    ['prices are rounded at three decimals', 'roundedDecimals = 2', 'roundedDecimals = 3'],
    [
      'the cash differences go to their own ledger',
      "ledger('payment_differences', 'wizard:cashDifferenceSetting')",
      "ledger('cash_differences', 'wizard:cashDifferenceSetting')",
    ],
  ),
  inFile('src/lib/accounting/snelstart/company-settings.ts', [
    'an emptied setting counts as changed',
    "value === undefined || value === ''",
    'value === undefined',
  ]),
  inFile('src/lib/accounting/snelstart/ledgers.ts', [
    'payment differences are proposed in another category',
    "'Kostprijs van de omzet'",
    "'Omzet'",
  ]),
  inFile('src/lib/domain/coupling.ts', [
    'the longest reference key is refused',
    'referenceKey.length > referenceKeyLimit',
    'referenceKey.length >= referenceKeyLimit',
  ]),
].flat()

/** Constants of the specification's §9. */
const constants = [
  inFile(
    'src/lib/limits.ts',
    ['a token may have 20 s left', 'ValiditySeconds = 30', 'ValiditySeconds = 20'],
    [
      'the session is checked every 15 s',
      'sessionCheckIntervalSeconds = 5',
      'sessionCheckIntervalSeconds = 15',
    ],
    [
      'the identity provider has 30 s',
      'identityTimeoutSeconds = 10',
      'identityTimeoutSeconds = 30',
    ],
    ['a sign-in lasts ten minutes', 'signInStateSeconds = 3600', 'signInStateSeconds = 600'],
    [
      'the first metrics go after 5 s',
      'flagMetricsFirstSeconds = 2',
      'flagMetricsFirstSeconds = 5',
    ],
    ['ledgers are looked up after 400 ms', 'ledgerCheckDelay = 500', 'ledgerCheckDelay = 400'],
    [
      'relations are looked up after 500 ms',
      'relationCheckDelay = 600',
      'relationCheckDelay = 500',
    ],
    ['the browser leaves after 2 s', 'redirectDelay = 1 *', 'redirectDelay = 2 *'],
    ['a dry run takes 100 ms', 'dryRunDelay = 1 *', 'dryRunDelay = 0.1 *'],
    ['a dropdown shows 100 options', 'dropdownOptionLimit = 1000', 'dropdownOptionLimit = 100'],
    ['one page load in a hundred is traced', 'traceSampleRate = 0.1', 'traceSampleRate = 0.01'],
    ['a step appears in 350 ms', 'stepAnimation = 250', 'stepAnimation = 350'],
  ),
  inFile('src/lib/configuration/variables.ts', [
    'the flags are asked for every 30 s',
    '?? 15,',
    '?? 30,',
  ]),
].flat()

const stores = [
  inFile('src/stores/gateway/tab-memory.ts', [
    'what a tab remembers is not per user',
    '${memoryPrefix}${user}:${name}',
    '${memoryPrefix}${name}',
  ]),
  inFile(
    'src/stores/gateway/write.ts',
    [
      'a refusal forgets that it may be done',
      "if (earlier === null && outcome === 'refused')",
      "if (outcome === 'refused')",
    ],
    [
      'a repetition that is refused says that nothing was made',
      'written.of(name).read()\n',
      "outcomeOf(error) !== 'refused'\n",
    ],
  ),
  inFile('src/stores/session/user-memory.ts', [
    'reports stay after signing out',
    '[boardedPrefix, recentPrefix, keptPrefix]',
    '[boardedPrefix, recentPrefix]',
  ]),
  inFile(
    'src/stores/session/session.ts',
    ['a copied tab shares its tokens', '    if (tab !== null) identity.forget()\n', ''],
    [
      'what was typed stays after another tab signed out',
      '    closeMemory(environment)\n    identity.forget()\n',
      '    identity.forget()\n',
    ],
  ),
  inFile('src/stores/shell/callback.ts', [
    'the code stays in the address',
    '  environment.replaceAddress(new URL(callbackPath, address))\n',
    '',
  ]),
  inFile('../../lib/identity/sign-in.ts', [
    'a third sign-in starts by itself',
    '.length >= signInRoundLimit',
    '.length > signInRoundLimit',
  ]),
  inFile('src/stores/shell/shell.ts', [
    'a question stays open after signing out',
    '        dialogs.end()\n',
    '',
  ]),
  inFile('src/stores/form/steps.ts', [
    'going back in history adds to it',
    'if (!isInHistory) environment',
    'environment',
  ]),
  inFile('src/stores/form/list.ts', [
    'an abandoned list is shown all the same',
    'if (!signal.aborted) $list.set(',
    '$list.set(',
  ]),
  inFile(
    'src/stores/boarding/board-customer.ts',
    ['another tab may board the same customer', '!(await environment.hold(digest))', 'false'],
    [
      'who is not found gets no access later',
      'return { userId: merchantId, isKnown: false }',
      'return { userId: merchantId, isKnown: true }',
    ],
    [
      'a user name counts letter by letter',
      'each.username.toLowerCase() === name',
      'each.username === name',
    ],
  ),
  inFile('src/stores/boarding/unfinished.ts', [
    'the doubtful administration is offered first',
    'Number(other.isCertain) - Number(one.isCertain)',
    'Number(one.isCertain) - Number(other.isCertain)',
  ]),
  inFile(
    'src/stores/connect/connect.ts',
    ['an id as text is another location', 'String(id) === String(chosen.id)', 'id === chosen.id'],
    [
      'a new key does not say what it replaces',
      'replacesAnother: coupled',
      'replacesAnother: false',
    ],
  ),
  inFile('src/stores/connect/couplings.ts', [
    'the look-up of before answers for the new choice',
    '      underWay.clear()\n',
    '',
  ]),
  inFile('src/stores/wizard/made/ledger-item.ts', [
    'another tab may create the same ledger',
    '() => environment.hold(`koppelpunt:${name}`)',
    '() => Promise.resolve(true)',
  ]),
  inFile('src/stores/wizard/made/cash-differences.ts', [
    'the cash differences are not per user',
    'JSON.stringify([user, placeName(place)])',
    'JSON.stringify([placeName(place)])',
  ]),
  inFile('src/stores/wizard/opening/own-coupling.ts', [
    'whose coupling it is, is not per user',
    'JSON.stringify([user, placeName(ids)])',
    'JSON.stringify([placeName(ids)])',
  ]),
  inFile('src/stores/wizard/opening/looks.ts', [
    'a busy service ends the waiting',
    ' && statusOf(error) !== 429',
    '',
  ]),
  inFile('src/stores/wizard/opening/looks.ts', [
    'a coupling is looked at where nobody sees it',
    'isVisible() && isOnline()',
    'isOnline()',
  ]),
  inFile('src/stores/wizard/saving/saving.ts', [
    'the id of the payment ledgers is not sent in the body',
    'body: { ...body, id }',
    'body',
  ]),
  inFile('src/stores/wizard/saving/finish.ts', [
    'a refused repetition means that no import runs',
    " || before[each] === 'unknown'",
    '',
  ]),
  inFile('src/stores/wizard/saving/kept-report.ts', [
    'the newest reports go first',
    'writtenAt(other) - writtenAt(one)',
    'writtenAt(one) - writtenAt(other)',
  ]),
].flat()

const screens = [
  inFile('src/islands/form/TextField.tsx', [
    'password managers fill in mail addresses',
    "type === 'email' || type === 'password'",
    "type === 'password'",
    { seenBy: 'browser: e2e/coupling/boarding.spec.ts' },
  ]),
  inFile('src/islands/form/RadioCards.tsx', [
    'the native attribute required is missing',
    '              required\n',
    '',
    { seenBy: 'browser: e2e/coupling/boarding.spec.ts' },
  ]),
  inFile('src/islands/form/steps/Steps.tsx', [
    'the second click of a double click goes back',
    'event.detail <= 1',
    'event.detail <= 2',
    { seenBy: 'browser: e2e/shell/steps.spec.ts' },
  ]),
  inFile('src/islands/wizard/saving/FinishPanel.tsx', [
    'the failed import is named as the other one',
    "products: ['wizard:importOfProducts',",
    "products: ['wizard:importOfRelations',",
    { seenBy: 'browser: e2e/wizard/end.spec.ts' },
  ]),
  inFile('src/islands/wizard/saving/report-document.ts', [
    'before and after change places in the report',
    "now ? shownText(now.value) : '', shownText(value)",
    "shownText(value), now ? shownText(now.value) : ''",
    { seenBy: 'browser: e2e/wizard/end.spec.ts' },
  ]),
  inFile(
    'src/layouts/dialogs.client.ts',
    [
      'a risky question begins at its agreement',
      "    if (content.isRisky) element('dialog-cancel').focus()\n",
      '',
      { seenBy: 'browser: e2e/coupling/connect.spec.ts' },
    ],
    [
      'closing a dialog agrees',
      "dialog.returnValue === 'agree'",
      "dialog.returnValue !== 'cancel'",
      { seenBy: 'browser: e2e/coupling/connect.spec.ts' },
    ],
  ),
  inFile('src/layouts/shell.client.ts', [
    'a page that the browser kept is shown as it was',
    '    if (persisted) location.reload()\n',
    '',
    { seenBy: 'browser: e2e/session/session.spec.ts' },
  ]),
  inFile('src/layouts/Page.astro', [
    'search engines may list the pages',
    '    <meta name="robots" content="noindex" />\n',
    '',
    { seenBy: 'browser: e2e/shell/shell.spec.ts' },
  ]),
].flat()

const server = [
  inFile(
    'server/answers/headers.ts',
    [
      'pages that may hold a code report their address',
      'reports !== null && !mayHoldCode',
      'reports !== null',
    ],
    [
      'the referrer tells the origin',
      "'referrer-policy': 'no-referrer'",
      "'referrer-policy': 'origin'",
    ],
    [
      "pages may be framed by the portal's own",
      "['frame-ancestors', [\"'none'\"]]",
      "['frame-ancestors', [\"'self'\"]]",
    ],
  ),
  inFile('server/process/access-log.ts', [
    'an escaped question mark lets a code into the log',
    'split(/[?#]|%3f/i, 1)',
    'split(/[?#]/, 1)',
  ]),
  inFile(
    'server/answers/handler.ts',
    [
      'signing out leaves the cache',
      "isVisit(request) && { 'clear-site-data'",
      "false && { 'clear-site-data'",
    ],
    [
      'a picture clears the cache',
      "isVisit(request) && { 'clear-site-data'",
      "{ 'clear-site-data'",
    ],
    ['a refused method does not say which are allowed', ", allow: 'GET, HEAD' }", ' }'],
  ),
  inFile(
    'server/answers/configured.ts',
    ['a quote ends an attribute', ".replaceAll('\"', '&quot;')", ''],
    ['the configuration can end its block', ".replaceAll('<', '\\\\u003c')", ''],
  ),
  inFile('server/answers/file-answer.ts', ['a weak tag is not known', ".replace(/^W\\//, '')", '']),
  inFile('server/answers/encoding.ts', [
    'what is refused is sent',
    "weightOf(encoding, accepted ?? '') > 0",
    "weightOf(encoding, accepted ?? '') >= 0",
  ]),
  inFile('server/answers/locate.ts', [
    'a redirect loses the query',
    'to: address + target.slice(path.length)',
    'to: address',
  ]),
  inFile('server/process/listen.ts', [
    'a request may take a minute',
    'request: 30_000',
    'request: 60_000',
  ]),
  inFile('server/answers/target.ts', [
    'a request of HTTP/1.0 needs a host',
    "host === undefined ? httpVersion !== '1.0' : ",
    'host === undefined || ',
  ]),
].flat()

const sandbox = [
  inFile('sandbox/accounting/activation.ts', [
    'the longest reference key is refused',
    'referenceKey.length > longestReferenceKey',
    'referenceKey.length >= longestReferenceKey',
  ]),
  inFile('sandbox/api/connection.ts', [
    'the oldest key is in use',
    'connected_at DESC, rowid DESC',
    'connected_at ASC, rowid ASC',
  ]),
  inFile('sandbox/api/idempotency.ts', [
    'a failed write is answered the same for ever',
    '      if (c.res.ok)\n',
    '',
  ]),
  inFile('sandbox/api/ledger-rules.ts', [
    'a function for one ledger may be given twice',
    "  'BtwTeVorderenLaag',\n",
    '',
  ]),
  inFile('sandbox/api/payment-ledgers.ts', [
    'no payment ledgers is an empty list',
    'records.length === 0 ? c.body(null, 204) : c.json(records)',
    'c.json(records)',
  ]),
  inFile('sandbox/api/products.ts', [
    'an import without its pages is taken',
    "c.req.query('productpages') !== 'true'",
    "c.req.query('productpages') === 'false'",
  ]),
  inFile('sandbox/api/company.ts', [
    'settings go to any identifier',
    'if (identifier !== companySettings(db, owner).snelstart_administratie_identifier)',
    "if (c.req.param('identifier') === '')",
  ]),
  inFile('sandbox/api/polaris.ts', [
    'a code can be used again',
    "db.prepare('DELETE FROM polaris_codes WHERE code = ?').run(code)",
    '',
  ]),
  inFile('sandbox/application.ts', [
    'pages of another origin cannot read Retry-After',
    "'etag', 'retry-after', ",
    "'etag', ",
  ]),
  inFile('sandbox/database/accounting-seed.ts', [
    'nothing is booked on the emballage ledger',
    "'Omzet', 12],",
    "'Omzet', 0],",
  ]),
].flat()

export const faults: readonly Fault[] = [
  ...lib,
  ...server,
  ...stores,
  ...screens,
  ...constants,
  ...sandbox,
]
