import { createTable, type Db, type Migration } from './define.ts'

export const customers: Migration = {
  version: 1,
  name: 'customers',
  kind: 'expand',
  async up(db) {
    await createCustomerTables(db)
    await createSessionTables(db)
    await createLogTables(db)
  },
}

async function createCustomerTables(db: Db): Promise<void> {
  await createTable(db, 'customer', {
    columns: {
      id: 'text',
      line_user_id: 'text?',
      line_display_name: 'text?',
      line_picture_url: 'text?',
      status: 'text',
      first_name: 'text?',
      last_name: 'text?',
      phone: 'text?',
      email: 'text?',
      birth_date: 'text?',
      gender: 'text?',
      address_line: 'text?',
      province_id: 'integer?',
      district_id: 'integer?',
      subdistrict_id: 'integer?',
      postal_code: 'text?',
      logstate: 'text?',
      version: 'integer',
      created_at: 'bigint',
      updated_at: 'bigint',
      cancelled_at: 'bigint?',
      cancel_reason: 'text?',
      cancel_note: 'text?',
    },
    primaryKey: ['id'],
  })
  await createTable(db, 'line_identity', {
    columns: { line_user_id: 'text', customer_id: 'text' },
    primaryKey: ['line_user_id'],
    indexes: [['customer_id']],
  })
  await createTable(db, 'phone_claim', {
    columns: { phone: 'text', customer_id: 'text' },
    primaryKey: ['phone'],
    indexes: [['customer_id']],
  })
  await createTable(db, 'consent', {
    columns: {
      id: 'text',
      customer_id: 'text',
      kind: 'text',
      version: 'text',
      granted: 'integer',
      at: 'bigint',
    },
    primaryKey: ['id'],
    indexes: [['customer_id', 'kind']],
  })
}

async function createSessionTables(db: Db): Promise<void> {
  await createTable(db, 'session', {
    columns: {
      id: 'text',
      token_hash: 'text',
      customer_id: 'text',
      created_at: 'bigint',
      used_at: 'bigint',
      expires_at: 'bigint',
      revoked_at: 'bigint?',
    },
    primaryKey: ['id'],
    unique: [['token_hash']],
    indexes: [['customer_id']],
  })
  await createTable(db, 'login_seen', {
    columns: { session_id: 'text', token_hash: 'text', customer_id: 'text', at: 'bigint' },
    primaryKey: ['session_id'],
    indexes: [['token_hash'], ['customer_id']],
  })
  await createTable(db, 'idempotency', {
    columns: {
      customer_id: 'text',
      key: 'text',
      route: 'text',
      fingerprint: 'text',
      status: 'integer?',
      body: 'text?',
      created_at: 'bigint',
    },
    primaryKey: ['customer_id', 'key'],
    indexes: [['created_at']],
  })
}

async function createLogTables(db: Db): Promise<void> {
  await createTable(db, 'log_state', {
    columns: {
      event_id: 'text',
      customer_id: 'text',
      state: 'text',
      os: 'text',
      at: 'bigint',
      received_at: 'bigint',
    },
    primaryKey: ['customer_id', 'event_id'],
    indexes: [['received_at']],
  })
  await createTable(db, 'log_page_view', {
    columns: { event_id: 'text', customer_id: 'text', path: 'text', at: 'bigint', received_at: 'bigint' },
    primaryKey: ['customer_id', 'event_id'],
    indexes: [['received_at']],
  })
}
