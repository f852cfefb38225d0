import { Field } from '@tanstack/react-form'
import type { Id } from '../../../lib/api/endpoint.ts'
import type { OrderTemplate } from '../../../lib/accounting/snelstart/calls.ts'
import type { Template } from '../../../lib/accounting/snelstart/values.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { List } from '../../../stores/form/list.ts'
import type { BoundField } from '../../form/field-error.ts'
import { LoadedList } from '../../form/LoadedList.tsx'
import { SelectField } from '../../form/SelectField.tsx'
import type { WizardForm } from '../form.ts'
import { Notice } from '../../ui/Notice.tsx'

interface Props {
  field: BoundField<Id | null>
  template: Template
  templates: List<OrderTemplate>
}

/** An order template of the form. */
export function TemplateField({ form, ...props }: Omit<Props, 'field'> & { form: WizardForm }) {
  return (
    <Field form={form} name={props.template.field}>
      {(field) => <OrderTemplateField field={field} {...props} />}
    </Field>
  )
}

/** A required order template of the accounting package (§2), judged while it is chosen. */
export function OrderTemplateField({ field, template, templates }: Props) {
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
              label={translate(template.label)}
              placeholder={translate('wizard:chooseTemplate')}
              options={items.map(({ id, omschrijving: text }) => ({ id, text }))}
              isRequired
            />
          </>
        )
      }
    </LoadedList>
  )
}
