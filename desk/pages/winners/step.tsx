import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { DeliveryChange } from '#contract/desk/winners.ts'
import { useChange } from '../../api/use-desk.ts'
import type { Winner } from './status.tsx'

export type StepProps = { readonly winner: Winner; readonly mayChange: boolean }

/** Records a change to the prize. The server refuses the change if the page is stale. */
export function useDelivery({ customerId, version }: Winner) {
  const client = useQueryClient()
  const change = useChange('changeDelivery')
  const record = (wanted: DeliveryChange) =>
    change.mutate(
      { params: { id: customerId }, body: { version, change: wanted } },
      // If another person has changed the prize, the page shows the newest state next to the message.
      { onError: () => client.invalidateQueries({ queryKey: ['winner'] }) },
    )
  return { change, record }
}

type MarkProps = {
  readonly label: string
  readonly isUndo?: boolean
  readonly isBusy: boolean
  readonly onClick: () => void
}

export const Mark = ({ label, isUndo = false, isBusy, onClick }: MarkProps) => (
  <Button
    variant={isUndo ? 'default' : 'filled'}
    loading={isBusy}
    onClick={onClick}
    styles={{ root: { height: 'auto', paddingBlock: 8 }, label: { whiteSpace: 'normal' } }}
  >
    {label}
  </Button>
)
