import type { RouteName } from '#contract/routes.ts'
import type { Handlers } from './handler.ts'
import { answerHandlers } from './routes/answer.ts'
import { drawHandlers } from './routes/draw.ts'
import { healthHandlers } from './routes/health.ts'
import { identityHandlers } from './routes/identity.ts'
import { imageHandlers } from './routes/image.ts'
import { logHandlers } from './routes/logs.ts'
import { masterHandlers } from './routes/master.ts'
import { openApiHandlers } from './routes/open-api.ts'
import { receiptHandlers } from './routes/receipt.ts'
import { rewardHandlers } from './routes/reward.ts'

/** What answers each call of the contract; the compiler refuses a missing one. */
export const handlers: Handlers<RouteName> = {
  ...identityHandlers,
  ...logHandlers,
  ...healthHandlers,
  ...rewardHandlers,
  ...answerHandlers,
  ...receiptHandlers,
  ...imageHandlers,
  ...masterHandlers,
  ...drawHandlers,
  ...openApiHandlers,
}
