import neutralIcon from 'lucide-static/icons/circle.svg?raw'
import successIcon from 'lucide-static/icons/circle-check.svg?raw'
import informationIcon from 'lucide-static/icons/info.svg?raw'
import failureIcon from 'lucide-static/icons/octagon-x.svg?raw'
import warningIcon from 'lucide-static/icons/triangle-alert.svg?raw'

/** What a statement means. Each kind has its colour, and an outline of its own for who sees none. */
export type Kind = 'neutral' | 'information' | 'warning' | 'failure' | 'success'

export const kindIcons: Readonly<Record<Kind, string>> = {
  neutral: neutralIcon,
  information: informationIcon,
  warning: warningIcon,
  failure: failureIcon,
  success: successIcon,
}
