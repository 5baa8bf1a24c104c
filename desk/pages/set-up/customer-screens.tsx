import type { SetUpKind } from '#contract/desk/set-up.ts'
import type { DeskBody } from '#contract/desk-calls.ts'
import { useRead } from '../../api/use-desk.ts'
import type { View } from '../../preview/protocol.ts'
import { Reading } from '../../ui/reading.tsx'
import { Phone } from './phone.tsx'

/** The customer screen on which each kind of change is most visible. */
const startOf: Readonly<Record<SetUpKind, View>> = {
  rules: 'home',
  stock: 'rewards',
  reward: 'rewards',
  question: 'question',
  'question-times': 'question',
  terms: 'receipt',
  stores: 'receipt',
  prizes: 'home',
}

export function CustomerScreens() {
  return <Reading of={useRead('setUpScreens')}>{now => <Phone now={now} />}</Reading>
}

export function ChangedScreens({ body }: { readonly body: DeskBody<'previewSetUpScreens'> }) {
  const now = useRead('setUpScreens')
  const after = useRead('previewSetUpScreens', { body })
  const start = startOf[body.change.kind]
  return (
    <Reading of={now}>
      {screens => (
        <Reading of={after}>{changed => <Phone now={screens} after={changed} start={start} />}</Reading>
      )}
    </Reading>
  )
}
