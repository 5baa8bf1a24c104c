import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { page } from '#contract/schema/common.ts'
import { ticketList } from '#contract/schema/ticket.ts'

export const answer = ticketList

export const call = defineCall({
  method: 'GET',
  path: '/api/reward/tickets',
  query: v.strictObject(page),
  answer,
  summary:
    "Lists the customer's tickets with their numbers, grouped by what they were given for, newest first.",
})
