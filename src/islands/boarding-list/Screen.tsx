import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { customerListScreen } from '../../stores/boarding/list/screen.ts'
import { Notice } from '../ui/Notice.tsx'
import { Text } from '../ui/Text.tsx'
import { Customers } from './Customers.tsx'
import { TakeIn } from './TakeIn.tsx'
import './list.css'

/** The page that takes customers from a list (§2). */
export function Screen() {
  const [list] = useState(customerListScreen.take)
  const isRead = useStore(list.$source).status === 'read'
  const isRunning = useStore(list.run.$isRunning)
  async function take(file: File): Promise<void> {
    if (isRead) await list.discard()
    if (list.$source.get().status !== 'read') await list.open(file)
  }

  const isOver = useDrop(isRunning ? null : (file) => void take(file))
  const wasRead = useRef(isRead)

  useEffect(() => {
    // What was pressed last is gone.
    if (wasRead.current !== isRead) document.getElementById(isRead ? 'read' : 'take-in')?.focus()
    wasRead.current = isRead
  }, [isRead])

  return (
    <div className="list" data-over={isOver}>
      {list.reseller.status === 'malformed' && (
        <Notice kind="warning" role="status">
          <Text message={{ key: 'failure:resellerIgnored' }} />
        </Notice>
      )}
      {isRead ? <Customers list={list} /> : <TakeIn list={list} />}
    </div>
  )
}

/**
 * Takes a file that is dropped anywhere on the page: a browser would leave the page for it.
 *
 * @param take null: no file is wanted now
 * @returns whether a file that would be taken is held over the page
 */
function useDrop(take: ((file: File) => void) | null): boolean {
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
