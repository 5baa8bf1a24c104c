import type { Migration } from './define.ts'

export const drawWitnesses: Migration = {
  version: 36,
  name: 'draw witnesses',
  kind: 'expand',
  async up(db) {
    const add = (name: string, type: 'integer' | 'text' | 'bigint') =>
      db.schema.alterTable('draw').addColumn(name, type).execute()
    await add('formula', 'integer')
    await add('sealed_for', 'text')
    await add('time_stamp', 'text')
    await add('time_stamped_at', 'bigint')
    await add('time_stamp_tried_at', 'bigint')
    await add('time_stamp_error', 'text')
  },
}
