import { createTable, type Db, type Migration } from './define.ts'

export const activity: Migration = {
  version: 3,
  name: 'activity',
  kind: 'expand',
  async up(db) {
    await createAnswerTable(db)
    await createImageTables(db)
    await createReceiptTables(db)
    await createTicketAndRewardTables(db)
    await createTaskTables(db)
  },
}

async function createAnswerTable(db: Db): Promise<void> {
  await createTable(db, 'answer', {
    columns: {
      id: 'text',
      customer_id: 'text',
      question_id: 'text',
      answer_text: 'text',
      answered_at: 'bigint',
      updated_at: 'bigint',
    },
    primaryKey: ['id'],
    unique: [['customer_id', 'question_id']],
    indexes: [['customer_id', 'answered_at']],
  })
}

async function createImageTables(db: Db): Promise<void> {
  await createTable(db, 'image', {
    columns: {
      sha256: 'text',
      customer_id: 'text',
      bytes: 'integer',
      width: 'integer',
      height: 'integer',
      content_type: 'text',
      created_at: 'bigint',
    },
    primaryKey: ['customer_id', 'sha256'],
    indexes: [['sha256']],
  })
  await createTable(db, 'upload', {
    columns: {
      sha256: 'text',
      customer_id: 'text',
      total: 'integer',
      received: 'integer',
      updated_at: 'bigint',
    },
    primaryKey: ['customer_id', 'sha256'],
    indexes: [['updated_at']],
  })
}

async function createReceiptTables(db: Db): Promise<void> {
  await createTable(db, 'receipt', {
    columns: {
      id: 'text',
      customer_id: 'text',
      store_id: 'integer',
      receipt_no: 'text',
      amount_satang: 'bigint',
      purchased_at: 'bigint',
      status: 'text',
      reject_reason: 'text?',
      reject_note: 'text?',
      resubmits: 'integer',
      version: 'integer',
      sent_day: 'text',
      created_at: 'bigint',
      updated_at: 'bigint',
      reviewed_at: 'bigint?',
    },
    primaryKey: ['id'],
    indexes: [
      ['customer_id', 'created_at'],
      ['customer_id', 'sent_day'],
      ['status', 'created_at'],
    ],
  })
  await createTable(db, 'receipt_image', {
    columns: { receipt_id: 'text', customer_id: 'text', position: 'integer', sha256: 'text' },
    primaryKey: ['receipt_id', 'position'],
    indexes: [['customer_id', 'sha256']],
  })
  await createTable(db, 'receipt_claim', {
    columns: { store_id: 'integer', receipt_no: 'text', receipt_id: 'text', customer_id: 'text' },
    primaryKey: ['store_id', 'receipt_no'],
    indexes: [['receipt_id']],
  })
}

async function createTicketAndRewardTables(db: Db): Promise<void> {
  await createTable(db, 'ticket', {
    columns: {
      id: 'text',
      customer_id: 'text',
      source: 'text',
      source_id: 'text',
      seq: 'integer',
      state: 'text',
      created_at: 'bigint',
    },
    primaryKey: ['id'],
    unique: [['source', 'source_id', 'seq']],
    indexes: [['customer_id', 'state']],
  })
  await createTable(db, 'reward', {
    columns: {
      id: 'text',
      customer_id: 'text',
      draw_state: 'text',
      draw_rank: 'integer?',
      confirmed_at: 'bigint?',
      qr_secret: 'text',
      pin_failures: 'integer',
      pin_locked_until: 'bigint?',
      version: 'integer',
      created_at: 'bigint',
      updated_at: 'bigint',
    },
    primaryKey: ['id'],
    unique: [['customer_id']],
  })
  await createTable(db, 'reward_use', {
    columns: {
      customer_id: 'text',
      reward_type: 'text',
      code: 'text',
      store_id: 'integer?',
      used_at: 'bigint',
    },
    primaryKey: ['customer_id', 'reward_type'],
  })
}

async function createTaskTables(db: Db): Promise<void> {
  await createTable(db, 'outgoing', {
    columns: {
      id: 'text',
      kind: 'text',
      payload: 'text',
      not_before: 'bigint',
      attempts: 'integer',
      last_error: 'text?',
      created_at: 'bigint',
    },
    primaryKey: ['id'],
    indexes: [['not_before']],
  })
  await createTable(db, 'rate_bucket', {
    columns: { key: 'text', tokens: 'integer', updated_at: 'bigint' },
    primaryKey: ['key'],
  })
}
