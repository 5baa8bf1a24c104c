import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'createReward'> = {
  good: () => ({ body: {} }),
  malformed: { body: { rights: 9 } },
}
