import { Fragment, useRef } from 'react'
import { pageEnvironment } from '../../stores/shell/portal.ts'
import { copyText } from './dom.ts'

/** Returns a function that copies a text, and elements that show the result until the text changes. */
export function useCopying(text: string) {
  const status = useRef<HTMLParagraphElement>(null)
  const byHand = useRef<HTMLPreElement>(null)
  return {
    copy: () =>
      status.current && byHand.current
        ? copyText(pageEnvironment(), text, status.current, byHand.current)
        : undefined,
    copyStatus: (
      <Fragment key={text}>
        <pre className="kept" ref={byHand} translate="no" />
        <p className="kept" role="status" ref={status} />
      </Fragment>
    ),
  }
}
