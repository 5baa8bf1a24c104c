import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'districts'> = {
  good: () => ({ query: { provinceId: '10' } }),
  malformed: { query: { provinceId: 'ten' } },
}
