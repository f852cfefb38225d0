import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes a file that is dropped anywhere on the page: a browser would leave the page for it.
 *
 * @param take null: no file is wanted now
 * @returns whether a file that would be taken is held over the page
 */
export function useDrop(take: ((file: File) => void) | null): boolean {
  const [isOver, setOver] = useState(false)
  const drag = useEffectEvent((event: DragEvent) => {
    const { dataTransfer, relatedTarget, type } = event
    // A text may be dragged into a field.
    if (!dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    if (!take) dataTransfer.dropEffect = 'none'
    const [file] = dataTransfer.files
    if (type === 'drop' && file) take?.(file)
    const isHeld = type === 'dragover' || (type === 'dragleave' && relatedTarget !== null)
    setOver(take !== null && isHeld)
  })

  useEffect(() => {
    const leaving = new AbortController()
    for (const type of ['dragover', 'dragleave', 'drop'] as const) {
      document.addEventListener(type, (event) => drag(event), { signal: leaving.signal })
    }
    return () => leaving.abort()
  }, [])
  return isOver
}
