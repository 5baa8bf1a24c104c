import { createTable, type Migration } from './define.ts'

export const phoneReports: Migration = {
  version: 14,
  name: 'phone reports',
  kind: 'expand',
  async up(db) {
    await createTable(db, 'app_build', {
      columns: { build: 'text', first_served_at: 'bigint' },
      primaryKey: ['build'],
    })
    await createTable(db, 'phone_report', {
      columns: {
        id: 'text',
        hour: 'bigint',
        about: 'text',
        build: 'text',
        os: 'text',
        os_version: 'integer?',
        line_major: 'integer?',
        line_minor: 'integer?',
        storage: 'text',
        lcp: 'integer?',
        inp: 'integer?',
        home: 'integer?',
        job_age: 'integer?',
        job_tries: 'integer?',
        screen: 'text?',
        source: 'text?',
        error: 'text?',
        script: 'text?',
        place_row: 'integer?',
        place_column: 'integer?',
      },
      primaryKey: ['id'],
      indexes: [['hour', 'about']],
    })
  },
}
