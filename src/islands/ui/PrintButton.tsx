import printIcon from 'lucide-static/icons/printer.svg?raw'
import { translate } from '../../lib/i18n/page.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

export function PrintButton() {
  return (
    <Button onClick={() => print()}>
      <Icon drawing={printIcon} />
      {translate('wizard:print')}
    </Button>
  )
}
