import { Fragment, useRef } from 'react'
import { pageEnvironment } from '../../stores/shell/portal.ts'
import { copyText } from './dom.ts'

/** Copies a text, and says so until it changes: where the browser refuses, it is selected to be copied by hand. */
export function useCopying(text: string) {
  const [status, byHand] = [useRef<HTMLParagraphElement>(null), useRef<HTMLPreElement>(null)]
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
