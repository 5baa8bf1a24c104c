import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'postAnswer'> = {
  good: () => ({ body: { Answer: 'แม่ครับ' } }),
  malformed: { body: { Answer: '' } },
}
