import { langOption, SHEET_USAGE, sheetHelp, sheetKind, writeSheet } from '#server/cli/sheet-file.ts'
import type { Context, Outcome, Verb } from '#server/cli/verb.ts'
import { columnsIn } from '#server/exports/export-table.ts'
import { exportTables } from '#server/exports/tables.ts'

type What = keyof typeof exportTables

const help = (what: What) => [
  'Writes an Excel workbook, or a CSV file if the name ends in .csv. Excel opens both with a double click, with dates in Bangkok',
  'time, and with the leading zeros of phone numbers and other digits. A text that a spreadsheet would read as a',
  'formula (= + - @) is shown as text. Only the owner can read the file. It contains personal data: store it safely.',
  ...sheetHelp,
  '',
  `Example: export ${what} ${what}.xlsx`,
]

export const exportVerbs: readonly Verb[] = [
  verb('receipts', 'Export all receipts with their stores and decisions to an Excel file.'),
  verb('customers', 'Export all customers with their addresses and marketing consents to an Excel file.'),
  verb('tickets', 'Export all tickets of the draw and their origin to an Excel file.'),
  verb(
    'winners',
    'Export winners and reserves with prize, name, phone and, for shipped prizes, address and parcel label to an Excel file.',
  ),
  verb('answers', 'Export all answers to the questions to an Excel file.'),
  verb('rewards', 'Export all used rewards with their codes and stores to an Excel file.'),
  verb('audit', 'Export the audit log, who did what and when, to an Excel file.'),
]

const rowNames: Readonly<Record<What, string>> = {
  receipts: 'receipts',
  customers: 'customers',
  tickets: 'tickets',
  winners: 'winners and reserves',
  answers: 'answers',
  rewards: 'used rewards',
  audit: 'entries',
}

function verb(what: What, summary: string): Verb {
  return {
    name: `export ${what}`,
    usage: `FILE.xlsx|FILE.csv ${SHEET_USAGE}`,
    summary,
    help: help(what),
    mode: 'without-transaction',
    run: context => exported(context, what),
  }
}

async function exported(context: Context, what: What): Promise<Outcome> {
  const { db, args, progress } = context
  const [file = ''] = args
  const lang = langOption(context)
  const kind = sheetKind(context, file)
  const { columns, count, rows: read } = exportTables[what]
  const bar = progress(`Exporting ${what}`, await count(db))
  const rows = await writeSheet(file, columnsIn(columns, lang), read(db, lang), bar.step, kind).finally(
    bar.end,
  )
  const detail = { what, file, rows }
  return { lines: [`${file}: ${rows} ${rowNames[what]}.`], detail }
}
