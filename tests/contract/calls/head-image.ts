import { uploadPhoto } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'headImage'> = {
  good: async (server, me) => ({ params: { sha256: await uploadPhoto(server, me) } }),
  malformed: { params: { sha256: 'x' } },
}
