import { Readable } from 'node:stream'
import { readCampaign } from '#server/campaign/clock.ts'
import { proofOf } from '#server/draw/proof.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'drawProof'> = async ({ db, now }) => {
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
}

async function* texts(pieces: AsyncIterable<readonly [text: string, tickets: number]>) {
  for await (const [text] of pieces) yield Buffer.from(text)
}
