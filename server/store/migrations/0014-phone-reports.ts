import { expand } from './define.ts'

export const phoneReports = expand(14, 'phone reports', {
  tables: {
    app_build: {
      columns: { build: 'text', first_served_at: 'bigint' },
      primaryKey: ['build'],
    },
    phone_report: {
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
    },
  },
})
