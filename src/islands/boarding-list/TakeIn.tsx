import { useStore } from '@nanostores/react'
import { useMemo, useRef } from 'react'
import { fieldsOf, headingOf } from '../../lib/domain/customer.ts'
import { templateCsv } from '../../lib/domain/customer-list.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import { listByteLimit, listRowLimit } from '../../lib/limits.ts'
import type { CustomerList } from '../../stores/boarding/list/list.ts'
import { Button } from '../ui/Button.tsx'
import { FieldTexts } from '../ui/FieldTexts.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Reason } from '../ui/Reason.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'

/** A list as a file, by choice or dropped, or as copied from a spreadsheet. */
export function TakeIn({ list }: { list: CustomerList }) {
  const source = useStore(list.$source)
  const pasted = useRef<HTMLTextAreaElement>(null)
  const template = useMemo(
    () => URL.createObjectURL(csvFile(templateCsv(pageLocale(), list.isPolaris))),
    [list],
  )
  const columns = fieldsOf(list.isPolaris).map((field) => headingOf(field, pageLocale()))
  const limits = {
    columns: columns.join(', '),
    limit: String(listRowLimit),
    megabytes: String(listByteLimit / 1_000_000),
  }

  return (
    <section className="panel" aria-labelledby="take-in">
      <h2 id="take-in" tabIndex={-1}>
        {translate('customers:takeIn')}
      </h2>
      {source.status === 'refused' && (
        <Notice kind="failure" role="alert">
          <p>{translate('customers:unreadable')}</p>
          <Reason message={source.message} />
        </Notice>
      )}
      {source.status === 'unclear' && <ColumnChoice list={list} {...source} />}
      <p role="status">{source.status === 'reading' && translate('customers:reading')}</p>
      <div className="field">
        <label htmlFor="list-file">{translate('customers:file')}</label>
        <FieldTexts id="list-file" hint={translate('customers:takeInHelp', limits)} />
        <input
          id="list-file"
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-describedby="list-file-hint"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void list.open(file)
            // The same file can be chosen again, once it is mended.
            target.value = ''
          }}
        />
      </div>
      <div className="field">
        <label htmlFor="list-pasted">{translate('customers:paste')}</label>
        <textarea id="list-pasted" rows={4} spellCheck={false} autoComplete="off" ref={pasted} />
      </div>
      <p className="buttons">
        <Button onClick={() => void list.paste(pasted.current?.value ?? '')}>
          {translate('customers:takePasted')}
        </Button>
        <a
          className="button"
          data-kind="quiet"
          href={template}
          download={translate('customers:templateFile')}
        >
          {translate('customers:template')}
        </a>
      </p>
    </section>
  )
}

/** A list as a file. */
export function csvFile(text: string): Blob {
  return new Blob([text], { type: 'text/csv;charset=utf-8' })
}
