import { createTable, type Migration } from './define.ts'

export const desk: Migration = {
  version: 24,
  name: 'desk',
  kind: 'expand',
  async up(db) {
    await createTable(db, 'desk_person', {
      columns: {
        id: 'text',
        name: 'text',
        role: 'text',
        state: 'text',
        created_at: 'bigint',
        created_by: 'text?',
      },
      primaryKey: ['id'],
    })
    await createTable(db, 'desk_passkey', {
      columns: {
        id: 'text',
        person_id: 'text',
        name: 'text',
        public_key: 'text',
        counter: 'bigint',
        transports: 'text',
        created_at: 'bigint',
        used_at: 'bigint?',
      },
      primaryKey: ['id'],
      indexes: [['person_id']],
    })
    await createTable(db, 'desk_invitation', {
      columns: { token_hash: 'text', person_id: 'text', created_at: 'bigint', expires_at: 'bigint' },
      primaryKey: ['token_hash'],
      indexes: [['person_id']],
    })
    await createTable(db, 'desk_challenge', {
      columns: { challenge: 'text', purpose: 'text', person_id: 'text?', expires_at: 'bigint' },
      primaryKey: ['challenge'],
      indexes: [['expires_at']],
    })
    await createTable(db, 'desk_session', {
      columns: {
        id: 'text',
        token_hash: 'text',
        person_id: 'text',
        created_at: 'bigint',
        used_at: 'bigint',
        expires_at: 'bigint',
        verified_at: 'bigint',
        browser: 'text',
      },
      primaryKey: ['id'],
      unique: [['token_hash']],
      indexes: [['person_id'], ['expires_at']],
    })
    await createTable(db, 'desk_approval', {
      columns: {
        id: 'text',
        action: 'text',
        input: 'text',
        asked_by: 'text',
        asked_at: 'bigint',
        expires_at: 'bigint',
        state: 'text',
        decided_by: 'text?',
        decided_at: 'bigint?',
        done_at: 'bigint?',
      },
      primaryKey: ['id'],
      indexes: [['state', 'asked_at']],
    })
  },
}
