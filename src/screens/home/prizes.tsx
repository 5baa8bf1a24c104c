import type { ComponentProps } from 'react'
import { factsTexts } from '#src/i18n/th/facts.ts'
import { PrizeDrawing } from '#src/ui/art/prizes.tsx'
import { useText } from '#src/ui/use-text.ts'
import { PrizesView } from './prizes-view.tsx'

export function Prizes(items: Pick<ComponentProps<typeof PrizesView>, 'prizes' | 'rewards'>) {
  const { t, f } = useText(factsTexts)
  return <PrizesView t={t} f={f} Picture={PrizeDrawing} {...items} />
}
