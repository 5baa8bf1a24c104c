import { NumberInput } from '@mantine/core'

export const wholeNumberOf = (value: string | number): number | null =>
  value !== '' && Number.isInteger(Number(value)) && Number(value) >= 0 ? Number(value) : null

type WholeNumberProps = {
  readonly label: string
  readonly description?: string
  readonly value: string | number
  readonly onChange: (value: string | number) => void
  readonly max: number
}

export const WholeNumber = (props: WholeNumberProps) => (
  <NumberInput
    {...props}
    min={0}
    allowDecimal={false}
    allowNegative={false}
    clampBehavior="none"
    hideControls
    required
    data-autofocus
  />
)
