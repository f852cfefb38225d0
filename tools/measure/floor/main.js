import { createElement, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** The least that a page with React can be: one button, and whether it works by now. */
function Counter() {
  const [count, setCount] = useState(0)
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  const increase = () => setCount((before) => before + 1)
  const attributes = {
    type: 'button',
    onClick: increase,
    ...(isHydrated && { 'data-hydrated': '' }),
  }
  return createElement('button', attributes, count)
}

hydrateRoot(document.getElementById('root'), createElement(Counter))
