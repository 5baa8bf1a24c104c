import type { Breaks } from './types.ts'

export const s1: Breaks = {
  'S1.1': [
    'server/routes/login.ts',
    'customerId: caller.customerId, accessToken',
    "customerId: '', accessToken",
  ],
  'S1.2': ['server/campaign/create-reward.ts', '  await issueTickets(db, welcome, now, random)', ''],
  'S1.3': [
    'server/campaign/concert.ts',
    '      if (attend) return repeated(row, true, now)',
    "      if (attend) throw new ApiError('CONFIRM_CLOSED')",
  ],
  'S1.4': [
    'src/screens/answer/answer-form.tsx',
    "const text = typed ?? job?.answer?.text ?? given ?? ''",
    "const text = typed ?? job?.answer?.text ?? ''",
  ],
  'S1.5': [
    'server/routes/create-receipt.ts',
    'return showReceipt(db, await sendReceipt(db, caller.customerId, id, fields, now))',
    "return { ...(await showReceipt(db, await sendReceipt(db, caller.customerId, id, fields, now))), status: 'approved' }",
  ],
  'S1.6': ['src/screens/profile/contact.tsx', '    customer.postalCode,', ''],
  'S1.7': [
    'src/ui/personal-code.tsx',
    'const valid = code !== null && left > 0 && left <= QR_STEP_S',
    'const valid = code !== null && left > QR_STEP_S',
  ],
  'S1.9': [
    'emulator/src/platform/api.ts',
    "const CHATS: readonly unknown[] = ['utou', 'room', 'group']",
    'const CHATS: readonly unknown[] = []',
  ],
  'S1.10': ['contract/define-call.ts', "    auth: 'bearer',", "    auth: 'none',"],
}
