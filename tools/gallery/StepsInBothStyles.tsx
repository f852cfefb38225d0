import { useState, type ReactNode } from 'react'
import { Steps } from '../../src/islands/form/steps/Steps.tsx'
import { boardingSteps } from '../../src/lib/domain/customer.ts'
import type { FormStep } from '../../src/lib/domain/steps.ts'
import { wizardSteps } from '../../src/lib/accounting/snelstart/choices.ts'
import { createSteps } from '../../src/stores/form/steps.ts'

/** A form in steps as tabs and as a line of progress: visited, wrong, and still to come. */
export function StepsInBothStyles() {
  return (
    <>
      <Example descriptions={wizardSteps} tabStyle="tab" />
      <Example descriptions={boardingSteps} tabStyle="progress" />
    </>
  )
}

interface Props<Name extends string> {
  descriptions: readonly FormStep<Name>[]
  tabStyle: 'tab' | 'progress'
}

/** Two forms on one page: neither may have the address to itself. */
const noAddress = {
  location: () => new URL(document.baseURI),
  pushAddress: () => undefined,
  replaceAddress: () => undefined,
  on: () => () => undefined,
}

function Example<Name extends string>({ descriptions, tabStyle }: Props<Name>) {
  const [steps] = useState(() => {
    const names = descriptions.map(({ name }) => name)
    const errors = Object.fromEntries(names.slice(1, 2).map((name) => [name, 2]))
    const created = createSteps({
      environment: noAddress,
      names,
      errors: errors as Partial<Record<Name, number>>,
    })
    // What is wrong with a step is said once it was left.
    void created.next().then(created.next)
    return created
  })
  const panels = Object.fromEntries(
    descriptions.map(({ name }) => [name, <p key={name}>What this step asks.</p>]),
  ) as Record<Name, ReactNode>
  return (
    <Steps
      steps={steps}
      descriptions={descriptions}
      panels={panels}
      problemsOf={() => []}
      submit={{ key: 'form:submit' }}
      onSubmit={() => undefined}
      tabStyle={tabStyle}
    />
  )
}
