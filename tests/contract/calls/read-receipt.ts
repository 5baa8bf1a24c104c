import { newPhoto } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'readReceipt'> = {
  good: () => ({ bytes: newPhoto() }),
  malformed: { bytes: new TextEncoder().encode('not a photo') },
}
