import * as v from 'valibot'
import { defineApprovedAction } from '#contract/define-action.ts'
import { exportTableNames, sheetKinds, slipKinds } from '#contract/desk/exports.ts'
import { langs } from '#contract/languages.ts'
import { uuid } from '#contract/schema/common.ts'

const lang = v.picklist(langs)

export const exportCustomer = defineApprovedAction({
  name: 'customer export',
  approval: 'export-customer',
  who: 'export',
  makesFile: true,
  input: { customerId: uuid },
})

export const exportTable = defineApprovedAction({
  name: 'export',
  approval: 'export-table',
  who: 'export',
  makesFile: true,
  input: { table: v.picklist(exportTableNames), kind: v.picklist(sheetKinds), lang },
})

export const exportSlips = defineApprovedAction({
  name: 'slips',
  approval: 'export-slips',
  who: 'export',
  makesFile: true,
  input: { kind: v.picklist(slipKinds), lang },
})
