import type { LuckyPrize } from '#contract/schema/reward.ts'
import { BagPrize, CasePrize, TicketPrize } from '#src/ui/art/prizes.tsx'

export function PrizePicture({ prize }: { readonly prize: LuckyPrize | null }) {
  switch (prize?.delivery) {
    case 'shipped':
      return <CasePrize />
    case 'counter':
      return <BagPrize />
    default:
      return <TicketPrize />
  }
}
