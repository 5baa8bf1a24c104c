import { Readable } from 'node:stream'
import { campaignLink } from '#contract/campaign-link.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { proofOf } from '#server/draw/proof.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { drawStatus } from '#server/draw/status.ts'
import { importPreview } from '../draw-import.ts'
import type { DeskHandlers } from '../handler.ts'

export const drawHandlers = {
  draw: async ({ db, deps, now }) => {
    const liffId = deps.messaging?.liffId
    const publicPage = liffId === undefined ? null : campaignLink(liffId, '/watingAnouncer')
    const current = deps.work.current()
    const running = current && { action: current.action, done: current.done, total: current.total }
    return { ...(await drawStatus(db, now, deps.timeStamper !== null)), publicPage, running }
  },

  drawProof: async ({ db, now }) => {
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

  previewDrawImport: ({ db, body }) => importPreview(db, body.csv),
} satisfies Partial<DeskHandlers>

async function* texts(pieces: AsyncIterable<readonly [text: string, tickets: number]>) {
  for await (const [text] of pieces) yield Buffer.from(text)
}
