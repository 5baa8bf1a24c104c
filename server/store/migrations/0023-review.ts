import { sql } from 'kysely'
import { createTable, type Db, type Migration } from './define.ts'

/**
 * Adds scores. Servers of the previous release compute none, so their receipts have risk 0 until a new server scores
 * them.
 */
export const review: Migration = {
  version: 23,
  name: 'review by risk',
  kind: 'expand',
  async up(db) {
    await addRisk(db)
    await createReviewTables(db)
    await addIndexes(db)
  },
}

async function addRisk(db: Db): Promise<void> {
  await db.schema.alterTable('campaign').addColumn('second_look_percent', 'integer').execute()
  for (const column of ['risk', 'risk_version'])
    await db.schema
      .alterTable('receipt')
      .addColumn(column, 'integer', built => built.notNull().defaultTo(0))
      .execute()
  await db.schema.alterTable('receipt').addColumn('risk_codes', 'text').execute()
  const pending = sql<boolean>`status = 'pending'`
  await db.schema
    .createIndex('receipt_queue_idx')
    .on('receipt')
    .columns(['status', 'risk desc', 'created_at', 'id'])
    .where(pending)
    .execute()
  await db.schema
    .createIndex('receipt_unscored_idx')
    .on('receipt')
    .columns(['status', 'risk_version', 'created_at'])
    .where(sql<boolean>`status = 'pending' and risk_version <> version`)
    .execute()
}

async function createReviewTables(db: Db): Promise<void> {
  await createTable(db, 'review_lease', {
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
  })
  await createTable(db, 'review_skip', {
    columns: { reviewer: 'text', receipt_id: 'text', skipped_until: 'bigint' },
    primaryKey: ['reviewer', 'receipt_id'],
    indexes: [['skipped_until']],
  })
  await createTable(db, 'review_decision', {
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
  })
  const partial = (name: string, column: string, where: string) =>
    db.schema
      .createIndex(`review_decision_${name}_idx`)
      .on('review_decision')
      .column(column)
      .where(sql.raw<boolean>(where))
      .execute()
  await partial('open_sample', 'decided_at', 'in_sample = 1 and outcome is null')
  await partial('disagreed', 'second_at', "outcome = 'disagreed' and resolved_at is null")
  await partial('measured', 'reviewer', 'second_at is not null')
}

async function addIndexes(db: Db): Promise<void> {
  const index = (table: string, columns: string[]) =>
    db.schema
      .createIndex(`${table}_${columns.join('_')}_idx`)
      .on(table)
      .columns(columns)
      .execute()
  await index('receipt', ['store_id', 'amount_satang', 'purchased_at'])
  await index('customer', ['subdistrict_id', 'id'])
}
