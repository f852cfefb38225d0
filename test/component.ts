import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { configure, fireEvent, within, type ByRoleMatcher } from '@testing-library/dom'
import { computeAccessibleDescription, computeAccessibleName, getRole } from 'dom-accessibility-api'
import { GlobalWindow } from 'happy-dom'
import { act, type ReactNode } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import { locales, type Locale, type TranslatedTexts } from '../src/lib/i18n/messages.ts'
import { getTranslationsElementId } from '../src/lib/i18n/page.ts'

const catalogue = import.meta.glob<TranslatedTexts>('../src/lib/i18n/messages/*/*.json', {
  eager: true,
  import: 'default',
})

/** The sandbox needs Node's own requests and timers. */
const globals =
  'CSSStyleSheet document Element Event getSelection HTMLButtonElement HTMLElement HTMLIFrameElement HTMLInputElement HTMLSelectElement innerHeight IntersectionObserver location matchMedia print ResizeObserver requestAnimationFrame'

function provideDocument(): void {
  const window = new GlobalWindow({ url: 'http://localhost:4321/' })
  Object.assign(globalThis, { window, addEventListener: window.addEventListener.bind(window) })
  for (const name of globals.split(' '))
    Object.assign(globalThis, { [name]: Reflect.get(window, name) as unknown })
  document.title = 'Koppelpunt'
  for (const locale of locales) {
    const texts = Object.entries(catalogue).flatMap(([path, messages]) => {
      const [, language, namespace] = /(\w+)\/(\w+)\.json$/.exec(path) ?? []
      return Object.entries(language === locale ? messages : {}).map(
        ([key, text]) => [`${namespace}:${key}`, text] as const,
      )
    })
    const block = document.head.appendChild(document.createElement('data'))
    block.id = getTranslationsElementId(locale)
    block.textContent = JSON.stringify(Object.fromEntries(texts))
  }
}
if (!('document' in globalThis)) provideDocument()

/** Number of requests and digest computations that have not ended. */
let pending = 0
function countUntilEnd<Result>(work: Promise<Result>): Promise<Result> {
  pending += 1
  return work.finally(() => (pending -= 1))
}
const { fetch } = globalThis
globalThis.fetch = (...request) => countUntilEnd(fetch(...request))
const digest = crypto.subtle.digest.bind(crypto.subtle)
crypto.subtle.digest = (...parameters) => countUntilEnd(digest(...parameters))
// React must be imported after happy-dom creates the document.
const { createRoot } = await import('react-dom/client')

configure({
  asyncUtilTimeout: 60_000,
  getElementError: (message) =>
    new Error([message?.split('\n')[0], ...describeElement(document.body)].join('\n')),
})

/** Runs a task and the renders that the task causes. */
export function runTaskAndRender(task: () => void): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  act(task)
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
}

/** Waits until no request is pending and `lines` no longer changes. */
export async function waitUntilLoaded(lines: () => readonly string[]): Promise<void> {
  let before = ''
  await vi.waitFor(
    () => {
      const now = lines().join()
      const isSettled = pending === 0 && now === before && !/\.\.\.|aria-busy/.test(now)
      before = now
      expect(isSettled).toBe(true)
    },
    { timeout: 60_000, interval: 50 },
  )
}

/** Renders a component into a page until the test ends. */
export function render(content: ReactNode, locale: Locale = 'nl') {
  document.documentElement.dataset.locale = locale
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const show = (next: ReactNode) => runTaskAndRender(() => root.render(next))
  show(content)
  onTestFinished(() => {
    runTaskAndRender(() => root.unmount())
    container.remove()
  })
  const queries = within(container)
  const lines = () => {
    const described = describeElement(container).map(maskPortsAndTimes)
    expect(described.filter((line) => /(?<!\/)\{(?!provider\})\w+\}/.test(line))).toEqual([])
    return described
  }
  return {
    ...queries,
    container,
    show,
    lines,
    settle: () => waitUntilLoaded(lines),
    press: (name: string | RegExp, role: ByRoleMatcher = 'button') =>
      runTaskAndRender(() => fireEvent.click(queries.getByRole(role, { name }))),
    /** Changes a field and leaves it. */
    type: (label: string, value: string) => {
      const field = queries.getByLabelText(label, { selector: 'input, select, textarea' })
      runTaskAndRender(() => fireEvent.change(field, { target: { value } }))
      runTaskAndRender(() => fireEvent.focusOut(field))
    },
  }
}

export const builtPages = fileURLToPath(new URL('../dist/client/', import.meta.url))

/** Shows a built page, and returns a function describing its elements. */
export function openBuiltPage(page: string) {
  const html = readFileSync(builtPages + page, 'utf8')
  const [, locale = ''] = /<html lang="(\w+)"/.exec(html) ?? []
  document.documentElement.lang = document.documentElement.dataset.locale = locale
  document.body.innerHTML = html.replace(/^.*<body>|<script.*?<\/script>|<\/body>.*$/gs, '')
  return (id: string) => {
    const element = document.getElementById(id)
    return element ? describeElement(element).map(maskPortsAndTimes) : []
  }
}

/** Replaces the ports, references and times that differ between runs. */
export const maskPortsAndTimes = (text: string) =>
  text
    .replaceAll(
      /(?<=localhost(?::|%3A))\d+|(?<=blob:)[^\]]+|(?<=[Rr]eferen(?:tie|ce):? )[^,]+/g,
      '…',
    )
    .replaceAll(/\b\d{1,2}:\d\d(?::\d\d \S+)?/g, '…')

/** Attributes that matter to users, except names and descriptions. */
const meaningful =
  /^(?:aria-(?!label|describedby|controls|activedescendant)|data-(?:kind|1p|bw|lp|form)|(?:lang|translate|tabindex|inert|open|autofocus|href|required|disabled|readonly|autocomplete|placeholder|type)$)/
/** Matches attributes with default values, to leave them out. */
const usual =
  /^ \[(?:aria-(?:required|invalid|busy|disabled)=false|type=(?:button|text|radio|checkbox))\]$/

const isHidden = (element: Element) =>
  element.matches('[hidden], [aria-hidden=true], [style*="visibility: hidden"], datalist')

/** React orders these attributes differently when creating or updating an element. */
const ranks = ['data-kind', 'href']

const attributesOf = (element: Element) =>
  [...element.attributes]
    .filter(({ name }) => meaningful.test(name))
    .sort((one, other) =>
      [one, other].every(({ name }) => ranks.includes(name))
        ? ranks.indexOf(one.name) - ranks.indexOf(other.name)
        : 0,
    )
    .map(({ name, value }) => ` [${name}=${value}]`.replace(/=\]|(?<=aria-\w+)=true\]/, ']'))
    .filter((attribute) => !usual.test(attribute))
    .join('')

const isPhrase = (node: Node): boolean =>
  !(node instanceof Element) ||
  isHidden(node) ||
  (node.matches('span, strong, small') &&
    attributesOf(node) === '' &&
    [...node.childNodes].every(isPhrase))

const textOf = (node: Node): string => {
  if (!(node instanceof Element)) return node.textContent ?? ''
  return isHidden(node) ? '' : [...node.childNodes].map(textOf).join('')
}

const isDescription = ({ id, ownerDocument }: Element) =>
  id !== '' && ownerDocument.querySelector(`[aria-describedby~="${id}"]`) !== null

const namedByContent =
  /^(?:button|link|tab|option|checkbox|radio|switch|h[1-6]|(?:column|row)header)$/

/** Describes an element and its content in lines of text. */
export function describeElement(node: Node): string[] {
  const isText = isPhrase(node) || [...node.childNodes].every(isPhrase)
  const text = isText ? textOf(node).replaceAll(/\s+/g, ' ').trim() : ''
  if (!(node instanceof Element)) return text === '' ? [] : [text]
  const attributes = attributesOf(node)
  const role = (getRole(node) ?? '')
    .replace('heading', node.localName)
    .replace(/^(?:presentation|list)$/, '')
  if (isHidden(node) || (isText && role + attributes === '' && isDescription(node))) return []
  const input = node as HTMLInputElement
  const value =
    node instanceof HTMLSelectElement ? node.options[node.selectedIndex]?.textContent : input.value
  const name = /^(?:row|cell|listitem)$/.test(role) ? '' : computeAccessibleName(node)
  const description = computeAccessibleDescription(node)
  const line = [
    role,
    name && ` "${name}"`,
    attributes,
    input.checked ? ' [checked]' : '',
    /^(?:textbox|combobox|spinbutton)$/.test(role) ? ` = ${value}`.trimEnd() : '',
    description && ` (${description})`,
    text === '' || namedByContent.test(role) ? '' : ` ${text}`,
  ].join('')
  // The text of a label names its control or group.
  if (node.matches('label, legend'))
    return [...node.children].filter((child) => !isPhrase(child)).flatMap(describeElement)
  const inner = isText ? [] : [...node.childNodes].flatMap(describeElement)
  return line === '' ? inner : [line.trim(), ...inner.map((each) => `  ${each}`)]
}
