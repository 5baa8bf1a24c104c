import * as v from 'valibot'
import { deskCall } from '#contract/define-call.ts'
import { actions, approvalList } from '#contract/desk/approvals.ts'
import { DRAWN_BODY_BYTES } from '#contract/desk/limits.ts'
import { uuid } from '#contract/schema/common.ts'

export const approvalsCalls = {
  approvals: deskCall({
    method: 'GET',
    path: '/desk-api/approvals',
    who: 'signed-in',
    answer: approvalList,
    summary: 'Requests for a second person: all for people who approve, otherwise the person’s own.',
  }),
  askApproval: deskCall({
    method: 'POST',
    path: '/desk-api/approvals',
    who: 'signed-in',
    fresh: true,
    bodyBytes: DRAWN_BODY_BYTES,
    body: v.strictObject({ input: actions }),
    answer: v.strictObject({
      ...approvalList.entries,
      /**
       * The code that an invited manager needs in addition to the link. It is returned only once; repeating the request
       * replaces it.
       */
      code: v.nullable(v.string()),
    }),
    summary:
      'Asks for a second person. The role must allow the action. An open request with the same input is not repeated.',
  }),
  decideApproval: deskCall({
    method: 'POST',
    path: '/desk-api/approvals/:id',
    who: 'approve',
    fresh: true,
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({ approve: v.boolean() }),
    answer: v.strictObject({
      ...approvalList.entries,
      /** The token in the invited manager's link. It is returned only once. */
      invitation: v.nullable(v.strictObject({ name: v.string(), token: v.string(), expiresAt: v.number() })),
    }),
    summary: 'Approves another person’s request and carries it out, or refuses it.',
  }),
  approvedFile: deskCall({
    method: 'POST',
    path: '/desk-api/approvals/:id/file',
    who: 'signed-in',
    fresh: true,
    params: v.strictObject({ id: uuid }),
    answer: null,
    summary: 'The file of an approved export, once, for the person who asked.',
  }),
}
