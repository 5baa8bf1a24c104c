import type { ActionFile } from '#server/action.ts'
import { appendAudit } from '#server/audit/log.ts'
import { inTransaction } from '#server/store/transaction.ts'
import type { DeskDeps } from './deps.ts'

/**
 * Streams a file's bytes, then records in the audit log how many rows were sent and whether the file is complete,
 * because a download can fail, even before its first byte.
 */
export function recorded(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  { approval, actor }: { readonly approval: string; readonly actor: string },
  file: Pick<ActionFile, 'detail' | 'write'>,
): ReadableStream<Uint8Array> {
  let rows: number | undefined
  const bytes = file
    .write(added => {
      rows = (rows ?? 0) + added
    })
    [Symbol.asyncIterator]()
  // A customer's file has photos instead of rows.
  const hasRows = file.detail.rows !== undefined
  const record = (isComplete: boolean) => {
    const detail = { approval, isComplete, ...(hasRows && rows !== undefined ? { rows } : {}) }
    const entry = { at: clock.now(), actor, action: 'desk export end', detail }
    return inTransaction(db, trx => appendAudit(trx, entry))
  }
  return new ReadableStream({
    async pull(controller) {
      const part = await bytes.next().catch(async error => {
        await record(false)
        throw error
      })
      if (!part.done) return controller.enqueue(part.value)
      await record(true)
      controller.close()
    },
    async cancel() {
      await bytes.return?.()
      await record(false)
    },
  })
}
