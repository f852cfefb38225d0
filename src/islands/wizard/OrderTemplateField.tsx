import { useStore } from '@nanostores/react'
import type { Id } from '../../lib/api/endpoint.ts'
import {
  templateOption,
  type OrderTemplate,
} from '../../lib/accounting/snelstart/calls/order-templates.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { List } from '../../stores/form/list.ts'
import type { BoundField } from '../form/field-error.ts'
import { SelectField } from '../form/SelectField.tsx'
import { Retry } from '../ui/Retry.tsx'

interface Props {
  field: BoundField<Id | null>
  label: MessageKey
  templates: List<OrderTemplate>
}

/** A required order template of the accounting package (§2), judged while it is chosen. */
export function OrderTemplateField({ field, label, templates }: Props) {
  const list = useStore(templates.$list)
  switch (list.status) {
    case 'idle':
    case 'loading':
      return <p role="status">{translate('wizard:loadingTemplates')}</p>
    case 'failed':
      return (
        <Retry
          message={{ key: 'wizard:templatesFailed' }}
          detail={list.detail}
          onRetry={() => void templates.load()}
        />
      )
    case 'loaded':
      return (
        <>
          {list.items.length === 0 && (
            <p className="notice" role="status">
              {translate('wizard:noTemplates')}
            </p>
          )}
          <SelectField
            field={field}
            label={translate(label)}
            placeholder={translate('wizard:chooseTemplate')}
            options={list.items.map(templateOption)}
            isRequired
            isLive
          />
        </>
      )
  }
}
