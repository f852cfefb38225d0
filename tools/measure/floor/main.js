import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** The least that a page with React can be: one button, which says when it is hydrated. */
const ref = (button) => button?.setAttribute('data-hydrated', '')
hydrateRoot(document.getElementById('root'), createElement('button', { type: 'button', ref }, '0'))
