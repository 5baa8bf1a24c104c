import type { Handler } from '#server/handler.ts'

export const handler: Handler<'healthz'> = async () => ({ ok: true })
