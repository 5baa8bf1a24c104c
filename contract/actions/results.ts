import * as v from 'valibot'
import { defineAction } from '#contract/define-action.ts'
import { deliveryChange } from '#contract/desk/winners.ts'
import { integer, uuid } from '#contract/schema/common.ts'

export const changeDelivery = defineAction({
  name: 'winners change',
  method: 'POST',
  path: '/desk-api/winners/:id/delivery',
  who: 'customers-change',
  params: v.strictObject({ id: uuid }),
  body: v.strictObject({
    /** The server returns CHANGED if this version, which the person saw, is outdated. */
    version: integer,
    change: deliveryChange,
  }),
  answer: v.strictObject({}),
  summary:
    'Records that a prize was sent or received, its tax form and tax, and that a guardian’s consent was seen.',
})

export const startMailing = defineAction({
  name: 'notify results',
  method: 'POST',
  path: '/desk-api/mailing',
  who: 'draw',
  fresh: true,
  body: v.strictObject({
    /**
     * The number of messages that was shown to the person. `overQuota` must be true if LINE's monthly quota is too
     * small for it.
     */
    counted: integer,
    overQuota: v.boolean(),
  }),
  answer: v.strictObject({}),
  summary: 'Starts the LINE messages about the result. Starting again sends nothing twice.',
})

export const holdMailing = defineAction({
  name: 'notify stop',
  method: 'POST',
  path: '/desk-api/mailing/hold',
  who: 'draw',
  body: v.strictObject({ to: v.picklist(['stopped', 'running']) }),
  answer: v.strictObject({ moved: v.number(), isDone: v.boolean() }),
  summary: 'Stops or resumes the messages. Moves a part of them; call it again until it is done.',
})
