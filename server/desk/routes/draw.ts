import { Readable } from 'node:stream'
import { campaignLink } from '#contract/campaign-link.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { proofOf } from '#server/draw/proof.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { drawStatus } from '#server/draw/status.ts'
import { takesLong } from '../actions.ts'
import { importPreview } from '../draw-import.ts'
import { deskHandlers } from '../handler.ts'

/** The draw's steps need a second person (`approvals.ts`). */
export const drawHandlers = deskHandlers({
  async draw({ db, deps, now }) {
    const liffId = deps.messaging?.liffId
    const publicPage = liffId === undefined ? null : campaignLink(liffId, '/watingAnouncer')
    const current = deps.work.current()
    const running =
      current && takesLong(current.action)
        ? { action: current.action, done: current.done, total: current.total }
        : null
    return { ...(await drawStatus(db, now, deps.timeStamper !== null)), publicPage, running }
  },
  previewDrawImport: ({ db, body }) => importPreview(db, body.csv),
  async drawProof({ db, now }) {
    const { announced_at } = await readCampaign(db)
    const { holds, pieces } = await proofOf(db)
    if (holds !== 'list' && (announced_at === null || now < announced_at))
      throw new DrawRefusal('PROOF_IS_SECRET')
    const body = Readable.toWeb(Readable.from(texts(pieces)))
    // Node and the DOM have different types for ReadableStream.
    return new Response(body as unknown as ReadableStream<Uint8Array>, {
      headers: {
        'Content-Type': 'application/json',
        'Content-Disposition': `attachment; filename="${holds === 'list' ? 'list' : 'draw'}.json"`,
      },
    })
  },
})

async function* texts(pieces: AsyncIterable<readonly [text: string, tickets: number]>) {
  for await (const [text] of pieces) yield Buffer.from(text)
}
