import type { Id } from '../../../lib/api/endpoint.ts'
import {
  templateOption,
  type OrderTemplate,
} from '../../../lib/accounting/snelstart/calls/order-templates.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { List } from '../../../stores/form/list.ts'
import type { BoundField } from '../../form/field-error.ts'
import { LoadedList } from '../../form/LoadedList.tsx'
import { SelectField } from '../../form/SelectField.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface Props {
  field: BoundField<Id | null>
  label: MessageKey
  templates: List<OrderTemplate>
}

/** A required order template of the accounting package (§2), judged while it is chosen. */
export function OrderTemplateField({ field, label, templates }: Props) {
  return (
    <LoadedList list={templates} failed="wizard:templatesFailed">
      {(items, isLoading) =>
        isLoading ? (
          <p role="status">{translate('wizard:loadingTemplates')}</p>
        ) : (
          <>
            {items.length === 0 && (
              <Notice kind="warning" role="status">
                {translate('wizard:noTemplates')}
              </Notice>
            )}
            <SelectField
              field={field}
              label={translate(label)}
              placeholder={translate('wizard:chooseTemplate')}
              options={items.map(templateOption)}
              isRequired
              isLive
            />
          </>
        )
      }
    </LoadedList>
  )
}
