import { campaignLink } from '#contract/campaign-link.ts'
import { drawStatus } from '#server/draw/status.ts'
import { takesLong } from '../actions.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'draw'> = async ({ db, deps, now }) => {
  const liffId = deps.messaging?.liffId
  const publicPage = liffId === undefined ? null : campaignLink(liffId, '/watingAnouncer')
  const current = deps.work.current()
  const running =
    current && takesLong(current.action)
      ? { action: current.action, done: current.done, total: current.total }
      : null
  return { ...(await drawStatus(db, now, deps.timeStamper !== null)), publicPage, running }
}
