import type { CallExample } from '#tests/kit/call-example.ts'
import { newPhone } from '#tests/kit/call-example.ts'

export const example: CallExample<'putCustomer'> = {
  good: () => ({ body: { firstName: 'ใหม่', email: 'a@b.example', phone: newPhone() } }),
  malformed: { body: { phone: '12' } },
}
