import { Loader } from '@mantine/core'
import type { SetUpKind } from '#contract/desk/set-up.ts'
import type { DeskBody } from '#contract/desk-calls.ts'
import { useRead } from '../../api/use-desk.ts'
import type { View } from '../../preview/protocol.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
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
  const { t } = useTexts()
  const now = useRead('setUpScreens')
  if (now.isPending) return <Loader role="status" aria-label={t('desk.loading')} />
  if (now.isLoadingError) return <Failure error={now.error} retry={() => void now.refetch()} />
  return <Phone now={now.data} />
}

export function ChangedScreens({ body }: { readonly body: DeskBody<'previewSetUpScreens'> }) {
  const { t } = useTexts()
  const now = useRead('setUpScreens')
  const after = useRead('previewSetUpScreens', { body })
  if (now.isLoadingError) return <Failure error={now.error} retry={() => void now.refetch()} />
  if (after.isLoadingError) return <Failure error={after.error} retry={() => void after.refetch()} />
  if (now.isPending || after.isPending) return <Loader role="status" aria-label={t('desk.loading')} />
  return <Phone now={now.data} after={after.data} start={startOf[body.change.kind]} />
}
