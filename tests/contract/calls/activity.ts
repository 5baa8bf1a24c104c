import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'activity'> = {
  good: () => ({}),
  varies: ['serverTime'],
}
