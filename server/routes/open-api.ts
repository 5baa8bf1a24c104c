import { APP_VERSION } from '#contract/limits.ts'
import type { Handler } from '#server/handler.ts'
import { openApi } from '#server/openapi.ts'

let document: ReturnType<typeof openApi> | undefined

export const handler: Handler<'openApi'> = async () => {
  document ??= openApi(APP_VERSION)
  return document
}
