import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'subdistricts'> = {
  good: () => ({ query: { districtId: '1001' } }),
  malformed: { query: { districtId: '-1' } },
}
