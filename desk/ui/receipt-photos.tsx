import { Anchor, Group, Image } from '@mantine/core'
import { addressOf } from '../api/call.ts'

type ReceiptPhotosProps = {
  readonly receiptId: string
  readonly photos: number
  /** `number` starts at 1. */
  readonly nameOf: (number: number) => string
  /** `h` and `w` are in pixels. */
  readonly size: { readonly h: number; readonly w: number; readonly fit: 'cover' | 'contain' }
}

export function ReceiptPhotos({ receiptId, photos, nameOf, size }: ReceiptPhotosProps) {
  return (
    <Group>
      {Array.from({ length: photos }, (_, position) => {
        const address = addressOf('photo', { params: { id: receiptId, position: String(position) } })
        return (
          <Anchor key={address} href={address} target="_blank" rel="noreferrer">
            <Image src={address} alt={nameOf(position + 1)} radius="sm" loading="lazy" {...size} />
          </Anchor>
        )
      })}
    </Group>
  )
}
