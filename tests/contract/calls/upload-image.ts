import { newPhoto } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'
import { sha256Of } from '#tests/kit/images.ts'

export const example: CallExample<'uploadImage'> = {
  good: () => {
    const bytes = newPhoto()
    return { params: { sha256: sha256Of(bytes) }, bytes }
  },
  malformed: { params: { sha256: 'x' }, bytes: newPhoto() },
}
