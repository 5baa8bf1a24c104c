import { expect } from 'vitest'
import { newPhoto, receiptBody, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'
import { sha256Of } from '#tests/kit/images.ts'
import { columnsOf, type SignedIn, type TestServer } from '#tests/kit/server.ts'

export const createReceipt: CallExample<'createReceipt'> = {
  good: async (server, me) => ({ body: receiptBody(server, [await uploadPhoto(server, me)]) }),
  malformed: { body: { amount: 'much' } },
}

export const updateReceipt: CallExample<'updateReceipt'> = {
  good: async (server, me) => {
    const { id } = (await sendReceipt(server, me)).body
    const { id: _, ...body } = receiptBody(server, [await uploadPhoto(server, me)])
    return { params: { id }, body }
  },
  malformed: { params: { id: 'x' }, body: { amount: 'much' } },
}

export const readReceipt: CallExample<'readReceipt'> = {
  good: () => ({ bytes: newPhoto() }),
  malformed: { bytes: new TextEncoder().encode('not a photo') },
}

export const getReceipt: CallExample<'getReceipt'> = {
  good: async (server, me) => ({ params: { id: (await sendReceipt(server, me)).body.id } }),
  malformed: { params: { id: 'x' } },
}

export const deleteReceipt: CallExample<'deleteReceipt'> = {
  good: async (server, me) => ({ params: { id: (await sendReceipt(server, me)).body.id } }),
  malformed: { params: { id: 'x' } },
  effect: async (server, me) => {
    const receipts = await columnsOf(server, 'receipt', ['status'], { customer_id: me.customerId })
    expect(receipts).toEqual([{ status: 'void' }])
  },
}

export const receiptHistory: CallExample<'receiptHistory'> = {
  good: async (server, me) => {
    await sendReceipt(server, me)
    return { query: { limit: '5', status: 'pending' } }
  },
  malformed: { query: { status: 'lost' } },
}

export const uploadImage: CallExample<'uploadImage'> = {
  good: () => {
    const bytes = newPhoto()
    return { params: { sha256: sha256Of(bytes) }, bytes }
  },
  malformed: { params: { sha256: 'x' }, bytes: newPhoto() },
}

const storedPhoto = {
  good: async (server: TestServer, me: SignedIn) => ({ params: { sha256: await uploadPhoto(server, me) } }),
  malformed: { params: { sha256: 'x' } },
}

export const getImage: CallExample<'getImage'> = storedPhoto

export const headImage: CallExample<'headImage'> = storedPhoto

export const deletePhoto: CallExample<'deletePhoto'> = {
  good: () => ({}),
  effect: async (server, { customerId: id }) => {
    const rows = await columnsOf(server, 'customer', ['line_picture_url'], { id })
    expect(rows).toEqual([{ line_picture_url: '' }])
  },
}
