import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'postCustomer'> = {
  good: (_, me) => ({
    body: { lineUserId: me.user.userId, lineDisplayName: 'ชื่อใหม่', linePictureUrl: 'https://x.example/y' },
  }),
  malformed: { body: { lineUserId: 1 } },
  varies: ['updated'],
}
