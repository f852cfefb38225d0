import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { customerListScreen } from '../../stores/boarding/list/screen.ts'
import { Notice } from '../ui/Notice.tsx'
import { Text } from '../ui/Text.tsx'
import { Customers } from './Customers.tsx'
import { TakeIn } from './TakeIn.tsx'
import './list.css'

/** The page that takes customers from a list (§2). */
export function Screen() {
  const [list] = useState(customerListScreen.take)
  const { status } = useStore(list.$source)

  return (
    <>
      {list.reseller.status === 'malformed' && (
        <Notice kind="warning" role="status">
          <Text message={{ key: 'failure:resellerIgnored' }} />
        </Notice>
      )}
      {status === 'read' ? <Customers list={list} /> : <TakeIn list={list} />}
    </>
  )
}
