import { sql } from 'kysely'
import { type Db, expand } from './define.ts'

/** Servers of the previous release compute no scores, so their receipts have risk 0 at first. */
export const review = expand(
  23,
  'review by risk',
  {
    tables: {
      review_lease: {
        columns: {
          receipt_id: 'text',
          look: 'text',
          reviewer: 'text',
          session: 'text',
          taken_at: 'bigint',
          expires_at: 'bigint',
        },
        primaryKey: ['receipt_id', 'look'],
        indexes: [['reviewer', 'expires_at'], ['expires_at']],
      },
      review_skip: {
        columns: { reviewer: 'text', receipt_id: 'text', skipped_until: 'bigint' },
        primaryKey: ['reviewer', 'receipt_id'],
        indexes: [['skipped_until']],
      },
      review_decision: {
        columns: {
          receipt_id: 'text',
          receipt_version: 'integer',
          customer_id: 'text',
          reviewer: 'text',
          decision: 'text',
          reason: 'text?',
          decided_at: 'bigint',
          undone_at: 'bigint?',
          in_sample: 'integer',
          outcome: 'text?',
          second_reviewer: 'text?',
          second_decision: 'text?',
          second_reason: 'text?',
          second_note: 'text?',
          second_at: 'bigint?',
          resolved_by: 'text?',
          resolved_at: 'bigint?',
          resolution: 'text?',
          resolution_note: 'text?',
        },
        primaryKey: ['receipt_id', 'receipt_version'],
        indexes: [['customer_id'], ['reviewer', 'decided_at']],
      },
    },
    columns: {
      campaign: { second_look_percent: 'integer?' },
      receipt: { risk: 'integer', risk_version: 'integer', risk_codes: 'text?' },
    },
    indexes: [
      ['receipt', 'store_id', 'amount_satang', 'purchased_at'],
      ['customer', 'subdistrict_id', 'id'],
    ],
  },
  addPartialIndexes,
)

async function addPartialIndexes(db: Db): Promise<void> {
  const partial = (table: string, name: string, columns: string[], where: string) =>
    db.schema
      .createIndex(`${table}_${name}_idx`)
      .on(table)
      .columns(columns)
      .where(sql.raw<boolean>(where))
      .execute()
  await partial('receipt', 'queue', ['status', 'risk desc', 'created_at', 'id'], "status = 'pending'")
  await partial(
    'receipt',
    'unscored',
    ['status', 'risk_version', 'created_at'],
    "status = 'pending' and risk_version <> version",
  )
  await partial('review_decision', 'open_sample', ['decided_at'], 'in_sample = 1 and outcome is null')
  await partial(
    'review_decision',
    'disagreed',
    ['second_at'],
    "outcome = 'disagreed' and resolved_at is null",
  )
  await partial('review_decision', 'measured', ['reviewer'], 'second_at is not null')
}
