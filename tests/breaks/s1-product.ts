import type { Breaks } from './types.ts'

export const s1: Breaks = {
  'S1.1': {
    file: 'server/routes/login.ts',
    find: 'customerId: caller.customerId, accessToken',
    replace: "customerId: '', accessToken",
  },
  'S1.2': {
    file: 'server/campaign/create-reward.ts',
    find: '  await issueTickets(db, welcome, now, random)',
    replace: '',
  },
  'S1.3': {
    file: 'server/campaign/concert.ts',
    find: '      if (attend) return repeated(row, true, now)',
    replace: "      if (attend) throw new ApiError('CONFIRM_CLOSED')",
  },
  'S1.4': {
    file: 'src/screens/answer/answer-form.tsx',
    find: "const text = typed ?? job?.answer?.text ?? given ?? ''",
    replace: "const text = typed ?? job?.answer?.text ?? ''",
  },
  'S1.5': {
    file: 'server/routes/create-receipt.ts',
    find: 'return showReceipt(db, await sendReceipt(db, caller.customerId, id, fields, now))',
    replace:
      "return { ...(await showReceipt(db, await sendReceipt(db, caller.customerId, id, fields, now))), status: 'approved' }",
  },
  'S1.6': { file: 'src/screens/profile/contact.tsx', find: '    customer.postalCode,', replace: '' },
  'S1.7': {
    file: 'src/screens/qr-code/personal-code.tsx',
    find: 'const valid = code !== null && left > 0 && left <= QR_STEP_S',
    replace: 'const valid = code !== null && left > QR_STEP_S',
  },
  'S1.9': {
    file: 'emulator/src/platform/api.ts',
    find: "const CHATS: readonly unknown[] = ['utou', 'room', 'group']",
    replace: 'const CHATS: readonly unknown[] = []',
  },
  'S1.10': { file: 'contract/define-call.ts', find: "    auth: 'bearer',", replace: "    auth: 'none'," },
}
