import type { DeskHandlers } from './handler.ts'
import { approvalHandlers } from './routes/approvals.ts'
import { auditHandlers } from './routes/audit.ts'
import { customersHandlers } from './routes/customers.ts'
import { drawHandlers } from './routes/draw.ts'
import { mailingHandlers } from './routes/mailing.ts'
import { noticesHandlers } from './routes/notices.ts'
import { peopleHandlers } from './routes/people.ts'
import { photoHandlers } from './routes/photo.ts'
import { qualityHandlers } from './routes/quality.ts'
import { reviewHandlers } from './routes/review.ts'
import { sessionsHandlers } from './routes/sessions.ts'
import { setUpHandlers } from './routes/set-up.ts'
import { signInHandlers } from './routes/sign-in.ts'
import { todayHandlers } from './routes/today.ts'
import { winnersHandlers } from './routes/winners.ts'

export const handlers: DeskHandlers = {
  ...signInHandlers,
  ...peopleHandlers,
  ...sessionsHandlers,
  ...noticesHandlers,
  ...reviewHandlers,
  ...qualityHandlers,
  ...photoHandlers,
  ...approvalHandlers,
  ...drawHandlers,
  ...setUpHandlers,
  ...winnersHandlers,
  ...mailingHandlers,
  ...auditHandlers,
  ...customersHandlers,
  ...todayHandlers,
}
