import type { ChangedText } from '#contract/schema/customer.ts'
import { useApp } from '#src/app-context.ts'
import { latestValue } from '#src/state/resource.ts'

const none: readonly never[] = []

export function useChangedTexts(): readonly ChangedText[] {
  const { customer, session } = useApp()
  const changed = latestValue(customer.current.value)?.consents.changed ?? none
  return session.phase.value.kind === 'ready' ? changed : none
}
