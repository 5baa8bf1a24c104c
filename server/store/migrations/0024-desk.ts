import { expand } from './define.ts'

export const desk = expand(24, 'desk', {
  tables: {
    desk_person: {
      columns: {
        id: 'text',
        name: 'text',
        role: 'text',
        state: 'text',
        created_at: 'bigint',
        created_by: 'text?',
      },
      primaryKey: ['id'],
    },
    desk_passkey: {
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
    },
    desk_invitation: {
      columns: { token_hash: 'text', person_id: 'text', created_at: 'bigint', expires_at: 'bigint' },
      primaryKey: ['token_hash'],
      indexes: [['person_id']],
    },
    desk_challenge: {
      columns: { challenge: 'text', purpose: 'text', person_id: 'text?', expires_at: 'bigint' },
      primaryKey: ['challenge'],
      indexes: [['expires_at']],
    },
    desk_session: {
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
    },
    desk_approval: {
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
    },
  },
})
