import { deskHandlers } from '../handler.ts'
import { photoResponse } from '../photo.ts'

/** Photos of receipts. */
export const photoHandlers = deskHandlers({
  photo: async ({ db, deps, params }) =>
    photoResponse({ db, objects: deps.objects }, { receiptId: params.id, position: Number(params.position) }),
})
