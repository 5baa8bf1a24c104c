import type { ExportTableName } from '#contract/desk/exports.ts'
import { answers } from './answers.ts'
import { audit } from './audit.ts'
import { customers } from './customers.ts'
import type { ExportTable } from './export-table.ts'
import { receipts } from './receipts.ts'
import { rewards } from './rewards.ts'
import { tickets } from './tickets.ts'
import { winners } from './winners.ts'

export const exportTables: Readonly<Record<ExportTableName, ExportTable>> = {
  receipts,
  customers,
  tickets,
  winners,
  answers,
  rewards,
  audit,
}
