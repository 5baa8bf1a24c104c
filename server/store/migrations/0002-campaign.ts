import { createTable, type Db, type Migration } from './define.ts'

export const campaign: Migration = {
  version: 2,
  name: 'campaign',
  kind: 'expand',
  async up(db) {
    await createCampaignTables(db)
    await createAddressTables(db)
    await createQuestionAndRewardTables(db)
    await createDrawTables(db)
    await createAuditTable(db)
  },
}

async function createCampaignTables(db: Db): Promise<void> {
  await createTable(db, 'campaign', {
    columns: {
      id: 'text',
      mode: 'text',
      opens_at: 'bigint',
      closes_at: 'bigint',
      draw_at: 'bigint',
      announce_at: 'bigint',
      confirm_by: 'bigint',
      announced_at: 'bigint?',
      terms_version: 'text',
      privacy_version: 'text',
      baht_per_right: 'integer',
      min_amount_satang: 'bigint',
      max_receipts_per_day: 'integer',
      min_age: 'integer',
      permit_no: 'text?',
      allow_external_browser: 'integer',
      staff_pin_hash: 'text?',
      draw_id: 'text?',
      master_version: 'text',
    },
    primaryKey: ['id'],
  })
  await createTable(db, 'store', {
    columns: {
      id: 'integer',
      chain: 'text',
      name_th: 'text',
      branch: 'text',
      province_id: 'integer',
      receipt_no_hint: 'text?',
      code: 'text',
      active: 'integer',
    },
    primaryKey: ['id'],
    unique: [['code']],
  })
}

async function createAddressTables(db: Db): Promise<void> {
  await createTable(db, 'province', {
    columns: { id: 'integer', name_th: 'text', name_en: 'text' },
    primaryKey: ['id'],
  })
  await createTable(db, 'district', {
    columns: { id: 'integer', province_id: 'integer', name_th: 'text' },
    primaryKey: ['id'],
    indexes: [['province_id']],
  })
  await createTable(db, 'subdistrict', {
    columns: { id: 'integer', district_id: 'integer', name_th: 'text', postal_code: 'text' },
    primaryKey: ['id'],
    indexes: [['district_id']],
  })
}

async function createQuestionAndRewardTables(db: Db): Promise<void> {
  await createTable(db, 'question', {
    columns: {
      id: 'text',
      text_th: 'text',
      kind: 'text',
      choices: 'text?',
      max_len: 'integer',
      opens_at: 'bigint',
      closes_at: 'bigint?',
    },
    primaryKey: ['id'],
    indexes: [['opens_at']],
  })
  await createTable(db, 'reward_kind', {
    columns: {
      reward_type: 'text',
      position: 'integer',
      title_th: 'text',
      opens_at: 'bigint?',
      closes_at: 'bigint?',
      needs_staff: 'integer',
      unlocked_by: 'text',
    },
    primaryKey: ['reward_type'],
  })
  await createTable(db, 'reward_stock', {
    columns: { reward_type: 'text', remaining: 'integer' },
    primaryKey: ['reward_type'],
  })
}

async function createDrawTables(db: Db): Promise<void> {
  await createTable(db, 'draw', {
    columns: {
      id: 'text',
      state: 'text',
      prizes: 'text',
      commitment: 'text?',
      beacon_source: 'text?',
      beacon: 'text?',
      secret: 'text?',
      sealed_at: 'bigint?',
      entries_hash: 'text?',
      entries_count: 'integer?',
      run_at: 'bigint?',
    },
    primaryKey: ['id'],
  })
  await createTable(db, 'draw_winner', {
    columns: {
      draw_id: 'text',
      rank: 'integer',
      ticket_id: 'text',
      customer_id: 'text',
      masked_name: 'text',
      reserve: 'integer',
    },
    primaryKey: ['draw_id', 'rank'],
    indexes: [['customer_id']],
  })
}

async function createAuditTable(db: Db): Promise<void> {
  await createTable(db, 'audit', {
    columns: {
      seq: 'integer',
      at: 'bigint',
      actor: 'text',
      action: 'text',
      detail: 'text',
      previous_hash: 'text',
      hash: 'text',
    },
    primaryKey: ['seq'],
  })
}
