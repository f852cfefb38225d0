import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { customerListScreen } from '../../stores/boarding/list/screen.ts'
import { Notice } from '../ui/Notice.tsx'
import { Text } from '../ui/Text.tsx'
import { Customers } from './Customers.tsx'
import { TakeIn } from './TakeIn.tsx'
import { useDrop } from './use-drop.ts'
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
