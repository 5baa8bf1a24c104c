import { APP_VERSION } from '#contract/limits.ts'
import type { Handlers } from '#server/handler.ts'
import { openApi } from '#server/openapi.ts'

let made: ReturnType<typeof openApi> | undefined

/** The calls of the contract, for those who write a client of their own. */
export const openApiHandlers: Handlers<'openApi'> = {
  async openApi() {
    made ??= openApi(APP_VERSION)
    return made
  },
}
