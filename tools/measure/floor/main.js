import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Minimal React page: one button that marks itself as hydrated. */
const ref = (button) => button?.setAttribute('data-hydrated', '')
hydrateRoot(document.getElementById('root'), createElement('button', { type: 'button', ref }, '0'))
