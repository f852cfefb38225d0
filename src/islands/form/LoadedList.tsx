import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { itemsOf, type List } from '../../stores/form/list.ts'
import { Retry } from '../ui/Reason.tsx'

interface Props<Item> {
  list: List<Item>
  /** Said where it could not be fetched, beside the way to fetch it again; `{status}` is the answer's. */
  failed: MessageKey
  children: (items: readonly Item[], isLoading: boolean) => ReactNode
}

/** A list that is there or on its way (§8), or else why it is not. What nobody has asked for yet is asked for. */
export function LoadedList<Item>({ list, failed, children }: Props<Item>) {
  const state = useStore(list.$list)
  const { status } = state
  useEffect(() => {
    if (status === 'idle') void list.load()
  }, [list, status])
  if (state.status !== 'failed') return children(itemsOf(state), status !== 'loaded')
  const { detail } = state
  const [code] = /status \d+/.exec(detail.trace.result ?? '') ?? []
  const message = { key: failed, parameters: { status: code ? ` (${code})` : '' } }
  return <Retry what={message} detail={detail} onRetry={list.load} />
}
