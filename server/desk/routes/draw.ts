import { campaignLink } from '#contract/campaign-link.ts'
import { drawStatus } from '#server/draw/status.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'draw'> = async ({ db, deps, now }) => {
  const liffId = deps.messaging?.liffId
  const publicPage = liffId === undefined ? null : campaignLink(liffId, '/watingAnouncer')
  const current = deps.work.current()
  const running = current && { action: current.action, done: current.done, total: current.total }
  return { ...(await drawStatus(db, now, deps.timeStamper !== null)), publicPage, running }
}
