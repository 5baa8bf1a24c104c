import type { DeskHandlers } from './handler.ts'
import { accountHandlers } from './routes/account.ts'
import { approvalsHandlers } from './routes/approvals.ts'
import { auditHandlers } from './routes/audit.ts'
import { customersHandlers } from './routes/customers.ts'
import { drawHandlers } from './routes/draw.ts'
import { mailingHandlers } from './routes/mailing.ts'
import { messagesHandlers } from './routes/messages.ts'
import { numbersHandlers } from './routes/numbers.ts'
import { peopleHandlers } from './routes/people.ts'
import { qualityHandlers } from './routes/quality.ts'
import { reviewHandlers } from './routes/review.ts'
import { setUpHandlers } from './routes/set-up.ts'
import { signInHandlers } from './routes/sign-in.ts'
import { staffHandlers } from './routes/staff.ts'
import { winnersHandlers } from './routes/winners.ts'
import { actionHandlers } from './run-action.ts'

/** The compiler reports a call without a handler. */
export const handlers: DeskHandlers = {
  ...signInHandlers,
  ...accountHandlers,
  ...peopleHandlers,
  ...approvalsHandlers,
  ...reviewHandlers,
  ...qualityHandlers,
  ...customersHandlers,
  ...drawHandlers,
  ...mailingHandlers,
  ...messagesHandlers,
  ...winnersHandlers,
  ...setUpHandlers,
  ...numbersHandlers,
  ...auditHandlers,
  ...staffHandlers,
  ...actionHandlers,
}
