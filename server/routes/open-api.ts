import type { Handler } from '#server/handler.ts'
import { openApi } from '#server/openapi.ts'
import { RELEASE } from '#server/release.ts'

let document: ReturnType<typeof openApi> | undefined

export const handler: Handler<'openApi'> = async () => {
  document ??= openApi(RELEASE)
  return document
}
