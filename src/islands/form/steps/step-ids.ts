/** Element ids of a step's parts; a field's id is its name, which never starts so. */
export const tabId = (step: string) => `step-tab-${step}`
export const panelId = (step: string) => `step-panel-${step}`
export const headingId = (step: string) => `step-heading-${step}`
export const positionId = 'step-position'
export const stepListId = 'step-list'
