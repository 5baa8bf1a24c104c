import { answer as districts } from '#contract/calls/districts.ts'
import { answer as masterAll } from '#contract/calls/master-all.ts'
import { answer as provinces } from '#contract/calls/provinces.ts'
import { answer as receiptHistory } from '#contract/calls/receipt-history.ts'
import { answer as stores } from '#contract/calls/stores.ts'
import { answer as subdistricts } from '#contract/calls/subdistricts.ts'
import { checkBy } from '#src/storage/check-by.ts'

/** Checks only the answers that the worker caches. The page's validator contains the schemas of all calls. */
export const checkAnswer = checkBy({ districts, masterAll, provinces, receiptHistory, stores, subdistricts })
