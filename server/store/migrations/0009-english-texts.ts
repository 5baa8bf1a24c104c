import type { Migration } from './define.ts'

const columns = {
  store: ['chain_en', 'name_en', 'branch_en', 'receipt_no_hint_en'],
  question: ['text_en', 'choices_en'],
  reward_kind: ['title_en', 'text_th', 'text_en', 'picture', 'conditions_th', 'conditions_en'],
} as const

export const englishTexts: Migration = {
  version: 9,
  name: 'english texts',
  kind: 'expand',
  async up(db) {
    for (const [table, names] of Object.entries(columns)) {
      for (const name of names) await db.schema.alterTable(table).addColumn(name, 'text').execute()
    }
    await db.schema.alterTable('reward_kind').addColumn('value_baht', 'integer').execute()
  },
}
